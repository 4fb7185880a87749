"""Who thinks for a match: computer players, their workers, hints and analysis."""
