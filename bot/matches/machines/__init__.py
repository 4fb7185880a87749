"""The machines that think for a match: computer players, their workers, hints and analysis."""
