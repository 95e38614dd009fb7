"""Pooling, local response normalization and morphology: public functions, kernels, and the ways to compute them."""
