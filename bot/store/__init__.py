"""The database: its connection, its tables, and the statements that go straight to SQLite."""
