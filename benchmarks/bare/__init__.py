"""Games without the contract, played in a way or with limits of their own (`benchmarks.play`)."""
