"""What a plugin of TensorBoard keeps with a graph."""

from __future__ import annotations

import abc
from typing import Any, TypeVar

from penstock._namespace import find

__all__ = ["PluginAsset", "get_all_plugin_assets", "get_plugin_asset"]

T = TypeVar("T")
_COLLECTION = "__tensorboard_plugin_asset__"


class PluginAsset:
    """Files that a plugin of TensorBoard writes beside the events; a class derived from it says which."""

    plugin_name: str | None = None

    @abc.abstractmethod
    def assets(self) -> dict[str, Any]:
        """Name of a file -> what stands in it."""
        raise NotImplementedError


def _only(found: list[Any], name: str) -> Any:
    if len(found) != 1:
        raise ValueError(f"Collection for {name} had {len(found)} items, expected 1")
    return found[0]


def get_plugin_asset(plugin_asset_cls: type[T], graph: Any = None) -> T:
    """The object of a class that a graph has; it is made if there is none.

    Args:
      plugin_asset_cls: a class derived from `PluginAsset`, with a name of its plugin.
      graph: the graph; the default graph if None.

    Raises:
      ValueError: it has no name, or that of another class.
    """
    graph = graph or find("get_default_graph")()
    plugin = getattr(plugin_asset_cls, "plugin_name", None)
    if not plugin:
        raise ValueError(f"Class {plugin_asset_cls.__name__} has no plugin_name")
    name = _COLLECTION + plugin
    found = graph.get_collection(name)
    if not found:
        made = plugin_asset_cls()
        graph.add_to_collection(name, made)
        graph.add_to_collection(_COLLECTION, plugin)
        return made
    one = _only(found, name)
    if not isinstance(one, plugin_asset_cls):
        raise ValueError(f"Plugin name collision between classes {plugin_asset_cls.__name__} and {type(one).__name__}")
    return one


def get_all_plugin_assets(graph: Any = None) -> list[Any]:
    """All such objects of a graph, the default graph if None."""
    graph = graph or find("get_default_graph")()
    return [_only(graph.get_collection(_COLLECTION + name), name) for name in graph.get_collection(_COLLECTION)]
