"""What can be on the screen: one module per screen of the program."""
