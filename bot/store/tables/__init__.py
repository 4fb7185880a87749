"""The tables of the database."""
