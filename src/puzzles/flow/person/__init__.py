"""Solving Flow as a person does: what is seen at once, what takes thought, and in which order."""
