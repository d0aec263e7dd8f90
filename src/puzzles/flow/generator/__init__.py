"""New levels of Flow."""
