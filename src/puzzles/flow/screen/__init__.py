"""Flow on screen and in pictures."""
