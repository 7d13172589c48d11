"""Kreuzwort: rules and bots."""
