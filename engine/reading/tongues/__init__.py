"""Reading languages other than English: normalised by tables and one set of rules."""
