"""Playing: sound to a device, and all that can go wrong there. No window toolkit here."""
