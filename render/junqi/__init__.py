"""Pictures of the three games of Junqi and their words."""
