"""People: profiles, honours, the calendar of daily deals."""
