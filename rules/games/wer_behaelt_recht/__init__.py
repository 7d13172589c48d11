"""Wer behält recht?: rules, the line of letters, states, ideas of the bots, bots."""
