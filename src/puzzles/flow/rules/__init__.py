"""The rules of Flow, its levels as text and as codes, and its boards as text."""
