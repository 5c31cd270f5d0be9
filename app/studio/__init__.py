"""The studio: the window's half of the program, and the thread of the engine."""
