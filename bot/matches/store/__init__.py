"""The database: tables, statements and the transactions that change a match."""
