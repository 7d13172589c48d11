"""The shelf, the first screen: all games as boxes on boards, the game to continue, the deal of the day."""
