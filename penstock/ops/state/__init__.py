"""Variables: their kernels and classes, scopes, initializers, partitions; other state that a session keeps."""
