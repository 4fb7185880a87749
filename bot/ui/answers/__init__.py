"""How the bot answers whoever asks: the client, the desk, and the visits people make."""
