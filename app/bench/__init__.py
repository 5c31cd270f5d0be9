"""What ``espressivo bench`` measures, against whom, and how it is shown."""
