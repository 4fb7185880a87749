"""Every game played without the contract, a file a game: the references of `benchmarks.play`."""
