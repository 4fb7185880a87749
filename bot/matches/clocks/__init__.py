"""Time in matches: pauses of people and of the bot, quiet hours, and what is due when."""
