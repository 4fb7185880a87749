"""How fast and how large, as ratios measured side by side: python -m benchmarks."""
