"""Objects that can be saved, by the names their modules had in 1.15."""
