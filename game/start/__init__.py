"""From a double click to the running program: installing packages and showing the progress."""
