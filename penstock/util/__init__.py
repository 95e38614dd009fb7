"""Small helpers without state that any layer may use."""
