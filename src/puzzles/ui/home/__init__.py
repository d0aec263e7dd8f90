"""The screens from which a level is chosen."""
