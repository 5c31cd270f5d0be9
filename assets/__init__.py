"""Small files this project ships: the models' manifest, vocabularies, presets, icons."""
