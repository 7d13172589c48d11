"""The rules of all games: pure Python, no screen, no clock, no files but the rule files."""
