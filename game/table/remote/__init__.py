"""A table of several computers in the window: the scene of a game and of a race, and what people say."""
