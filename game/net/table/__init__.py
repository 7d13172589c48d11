"""A network table without sockets: seats, moves, races, consent, and the messages to each seat."""
