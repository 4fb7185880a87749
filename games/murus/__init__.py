"""Murus Gallicus: Romans and Gauls build walls and towers to reach the other side."""
