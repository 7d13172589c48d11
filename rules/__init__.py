"""The rules of all games: pure Python, no screen, no clock, no file access except rule files."""
