"""The list of rule files and their faults."""
