"""Dark Junqi: both sides lay out their pieces in secret, and the bot is the referee."""
