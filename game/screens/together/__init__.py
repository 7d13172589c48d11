"""Playing at several computers: the waiting room of a table, and joining one."""
