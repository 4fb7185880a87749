"""The history of the database's tables, step by step."""
