"""The board of Turris."""
