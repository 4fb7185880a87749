"""Points: what a person's rated matches say about their strength; no game knows of them."""
