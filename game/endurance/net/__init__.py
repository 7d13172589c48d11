"""Endurance of network tables: hidden pieces that differ, hostile guests, bad connections."""
