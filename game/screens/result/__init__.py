"""The screens after a game: the score sheet and the result of a solitaire."""
