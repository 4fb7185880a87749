"""The exit statuses of the program."""

GOOD = 0
FOUND = 1
"""Something was looked for that should not be there, and it is."""
MISSET = 2
"""An argument or a setting is wrong or missing: trying again does not help."""
COULD_NOT = 3
UNWRITABLE = 78
"""A folder cannot be written: EX_CONFIG of sysexits.h."""
