"""Persistence of a club in JetStream: streams of tables, buckets of entries, leases of workers."""
