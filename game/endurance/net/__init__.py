"""What a table of several computers must survive: hidden pieces that differ, hostile guests, bad lines."""
