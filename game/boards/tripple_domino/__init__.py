"""The boards of Tripple Domino and its solitaire."""
