"""Input and output devices besides mouse, keyboard and screen: sounds, speech, gamepads, typing with them."""
