"""The picture of four-player Junqi and its words."""
