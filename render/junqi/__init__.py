"""Pictures of both modes of Junqi and their words."""
