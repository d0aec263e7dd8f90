"""The rules of Kami, its levels as text and as codes, and its boards as text."""
