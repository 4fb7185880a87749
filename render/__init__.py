"""Pictures of positions, and their words for those who do not see them."""
