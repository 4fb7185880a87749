"""What is pressed and looked at: buttons, panels, pickers, pictures."""
