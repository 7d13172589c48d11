"""The one screen on which every game is played, and what belongs to it: hand, side column, advice, lesson,
curtain."""
