"""Board widgets, and how they draw."""
