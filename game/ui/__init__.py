"""The building blocks of every screen: stage, scene, widgets, look, text, sound, speech and input."""
