"""Kernels of training: optimizer updates, SDCA, WALS, clustering, boosted trees."""
