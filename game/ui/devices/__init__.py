"""Sounds, speech and gamepads: everything the player hears or holds besides mouse and keyboard."""
