"""Text becomes words, phonemes and the model's tokens."""
