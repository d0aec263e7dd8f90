"""The app as a page that any static host can serve: Python runs in the visitor's browser."""
