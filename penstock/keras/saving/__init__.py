"""Models and weights as files: HDF5, JSON and YAML configurations, SavedModels."""
