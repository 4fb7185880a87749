"""Everything people read and press: words, buttons, boards and errors."""
