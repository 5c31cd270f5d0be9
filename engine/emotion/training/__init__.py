"""How the emotion head is trained: needs the extra ``train``, never run by the program."""
