"""The computer player of Murus Gallicus: it looks some turns ahead and weighs what it sees."""
