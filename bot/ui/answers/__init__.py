"""The bot's answers: the client, the desk, and the visits people make."""
