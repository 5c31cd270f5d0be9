"""The program: where the engine and its users meet."""
