"""A table of several computers without sockets: seats, moves, races, consent, and what each seat is told."""
