"""Looking back at a game: replay and analysis."""
