"""Data of the emotion stage: the vocabulary and the cue words, as JSON."""
