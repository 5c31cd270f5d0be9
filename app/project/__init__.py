"""A project: what a person has written and decided, on the disk and back."""
