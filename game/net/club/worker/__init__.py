"""A worker of a club: the tables it owns, the guests connected to it, and its share of the lobby.

Truth is what stands in JetStream. A table is one subject of a stream: its order, its seats and every move
(`story`), appended only behind the sequence that its owner knows. Who owns it stands in the bucket `tables`;
workers show that they live by leases, and take over what belongs to one that fell silent (`house`). Nobody is
told of a move before JetStream has it (`hosted`). Guests (`gate`) may be connected to any worker: what they
want is passed to the owner of their table, and back comes what their seat may see.
"""
