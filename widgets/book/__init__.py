"""The widgets of a book's window."""
