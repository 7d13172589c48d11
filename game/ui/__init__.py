"""What every screen is built from: stage, scene, widgets, look, text, sound, speech and input."""
