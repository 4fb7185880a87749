"""`/admin`: what the managers of a server may do."""
