"""What a club keeps in JetStream: streams of tables, buckets of entries, the leases of workers."""
