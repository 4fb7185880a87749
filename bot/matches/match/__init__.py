"""What a match is: its terms, its players, what is shown of it, and what becomes due."""
