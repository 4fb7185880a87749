"""Pictures of Murus Gallicus and their words."""
