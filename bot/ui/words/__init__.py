"""Catalogues, and the sentences made from them."""
