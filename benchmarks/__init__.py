"""Speed and size, as ratios measured side by side: python -m benchmarks."""
