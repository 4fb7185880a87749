"""The painter's tools: paint, letters, colours, and files of pictures."""
