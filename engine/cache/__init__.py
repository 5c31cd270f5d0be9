"""What was computed once and is kept: emotions, takes and how well keeping them works."""
