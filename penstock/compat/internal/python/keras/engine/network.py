"""Layers connected to each other."""

from penstock.keras.engine.network import Network
from penstock.keras.engine.network_graph import make_node_key as _make_node_key
from penstock.keras.engine.network_graph import map_graph_network as _map_graph_network

__all__ = ["Network", "_make_node_key", "_map_graph_network"]
