"""Tripple Solitaire: rules and bots."""
