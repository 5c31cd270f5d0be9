"""Text and a direction become a plan and then sound. No Qt, no command line."""
