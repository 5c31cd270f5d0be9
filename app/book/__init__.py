"""A book in its window: opened, cast, directed, rendered and reported on."""
