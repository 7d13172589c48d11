"""Admission to a table: certificates, the code and its proof, stored keys of seats and tables."""
