"""People: profiles, honours, calendar."""
