"""Stars: so many in each row, each column and each region, and none touches another."""
