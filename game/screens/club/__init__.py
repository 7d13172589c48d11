"""A club in the window: its door, the lobby, and the page of a tournament."""
