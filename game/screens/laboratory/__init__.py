"""The rule laboratory: a form for every rule and trials by bots."""
