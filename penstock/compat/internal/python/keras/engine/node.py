"""One call of a layer in a network."""

from penstock.keras.engine.node import Node

__all__ = [
    "Node",
]
