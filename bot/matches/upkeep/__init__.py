"""What is done about matches beside the play: audits, deletion, export, managers' acts."""
