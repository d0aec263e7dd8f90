"""Kami on screen and in pictures."""
