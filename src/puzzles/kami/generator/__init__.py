"""New levels of Kami."""
