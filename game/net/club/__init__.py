"""The club: many tables on several computers, served by workers over NATS, and the client that visits it.

- `visit.Visit` is the client of a club: the lobby, and at a table the same `Client` as at a host's table.
- `identity.own_identity` returns the key pair that identifies this program to clubs.
- `desk` has the types that workers and tournaments share; `messages` has the schemas of the lobby.
- `worker` runs tables, `store` persists them in JetStream; only these need `nats-py`.

`RUNNING.md` is the operator's guide, `servers/` has the configuration of the NATS servers.
"""
