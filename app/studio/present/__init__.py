"""From records of the engine and the project to what widgets show: sentences are made here."""
