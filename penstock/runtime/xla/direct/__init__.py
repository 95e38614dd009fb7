"""Small compiled programs run without JAX's call."""
