"""Pictures of Diablo and their words."""
