"""What is drawn: each widget takes a frozen view value and emits intents."""
