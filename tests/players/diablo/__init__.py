"""The computer player of Diablo."""
