"""The club: many tables on several computers, workers over NATS, and the programs that visit it.

- `visit.Visit` is a program in a club: the lobby, and at a table the same `Client` as at a host's table.
- `identity.own_identity` is the key pair by which a club knows this program again.
- `desk` has the types that workers and tournaments share; `messages` is what is said in the lobby.
- `worker` runs tables, `store` keeps them in JetStream; only these need `nats-py`.

`RUNNING.md` is the page for those who run a club, `servers/` has the files of its NATS servers.
"""
