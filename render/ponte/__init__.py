"""Pictures of Ponte del Diavolo and their words."""
