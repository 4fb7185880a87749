"""Flip Junqi: all pieces are dealt face down and turned up one by one."""
