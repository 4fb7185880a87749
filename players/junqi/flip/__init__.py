"""The computer player of flip Junqi."""
