"""A worker of a club: the tables it owns, the guests connected to it, and its share of the lobby.

JetStream is the single source of truth. A table is one subject of a stream: its order, its seats and every
move (`story`), appended only after the last sequence that its owner knows. The bucket `tables` names the
owner of each table; workers renew leases and take over the tables of a dead worker (`house`). A move is
announced only after JetStream has stored it (`hosted`). Guests (`gate`) may be connected to any worker: their
requests are forwarded to the owner of their table, which sends back what their seat may see.
"""
