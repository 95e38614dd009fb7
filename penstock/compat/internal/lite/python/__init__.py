"""Modules of TensorFlow Lite inside of 1.x."""

__all__: list[str] = []
