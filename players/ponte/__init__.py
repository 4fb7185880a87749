"""The computer player of Ponte del Diavolo."""
