"""The table screen, where every game is played, and its parts: hand, side column, advice, lesson, curtain."""
