"""The dialogs: each is given a view, changes nothing, and gives back what was wanted."""
