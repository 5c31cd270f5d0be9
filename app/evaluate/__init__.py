"""``espressivo evaluate``: cells that are spoken and measured once, sections, one report."""
