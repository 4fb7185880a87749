"""Murus Gallicus: Romans and Gauls build walls and towers, and walk their stones to the other side."""
