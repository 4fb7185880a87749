"""The commands and buttons: each receives, asks the service, and answers."""
