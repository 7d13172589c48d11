"""Statistics: plates, lists of played games, export."""
