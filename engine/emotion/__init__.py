"""Free words become an EmoVec and the prosody it asks for."""
