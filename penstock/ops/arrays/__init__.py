"""Arrays: making, shaping, joining, slicing, indexing and sorting them."""
