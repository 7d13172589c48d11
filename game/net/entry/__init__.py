"""Letting in: certificates, the code and its proof, the keys by which people and tables come back."""
