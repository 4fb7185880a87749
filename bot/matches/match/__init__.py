"""The values that make up a match: its terms, its players, its messages, and what becomes due."""
