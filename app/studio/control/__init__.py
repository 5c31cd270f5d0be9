"""What the studio decides, by concern: each module drives some widgets and the engine."""
