"""The board of Kwinty."""
