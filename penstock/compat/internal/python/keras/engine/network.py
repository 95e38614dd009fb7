"""Layers connected to each other."""

from penstock.keras.engine.network import Network
from penstock.keras.engine.network_graph import make_node_key, map_graph_network
from penstock.keras.engine.network_saving import get_json_type

__all__ = [
    "Network",
    "get_json_type",
    "make_node_key",
    "map_graph_network",
]
