"""Modules inside of 1.x; see `penstock.compat.internal`."""
