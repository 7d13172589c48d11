"""The table of a race: all seats play at once, against the clock."""
