"""Several computers at one table: what is said between them, who may do what, letting in and finding."""
