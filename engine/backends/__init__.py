"""Where the stage graphs run: one protocol, one module for each backend."""
