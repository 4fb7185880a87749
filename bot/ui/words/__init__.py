"""What is said: catalogues, and the sentences made from them."""
