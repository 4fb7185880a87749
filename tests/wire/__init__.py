"""The real process of the bot against a stand-in of Discord: what no simulation in it can show."""
