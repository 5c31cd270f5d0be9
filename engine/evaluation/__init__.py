"""What a report of quality is worked out from: formulas on plans, sounds and EmoVecs."""
