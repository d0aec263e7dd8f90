"""The screens on which a board is drawn."""
