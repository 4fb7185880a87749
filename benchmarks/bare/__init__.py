"""Every game played without the contract, a file a game: what `benchmarks.play` compares with."""
