"""Long runs that the program must survive: short in the tests, at full length in `main.py bench`."""
