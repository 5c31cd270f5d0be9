"""One module for each kind of document a book can come in."""
