"""Names of what a run is given and asked for, as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

GRPC_URL_PREFIX = "grpc://"


class RunKey(NamedTuple):
    """What tells runs apart: the names of feeds and of fetches.

    >>> RunKey(["x:0"], ["y:0"]).fetch_names
    ['y:0']
    """

    feed_names: list[str]
    fetch_names: list[str]


def get_graph_element_name(elem: Any) -> str:
    """The name of a tensor, operation or variable; of what has none, such as a sparse tensor, its text.

    >>> get_graph_element_name("x:0")
    'x:0'
    """
    return str(elem.name) if hasattr(elem, "name") else str(elem)


def get_flattened_names(feeds_or_fetches: Any) -> list[str]:
    """The names in nested lists, tuples and dictionaries (of which the values count).

    >>> get_flattened_names(["a:0", {"b": ("c:0", "d:0")}])
    ['a:0', 'c:0', 'd:0']
    """
    if isinstance(feeds_or_fetches, dict):
        feeds_or_fetches = list(feeds_or_fetches.values())
    if isinstance(feeds_or_fetches, (list, tuple)):
        return [name for item in feeds_or_fetches for name in get_flattened_names(item)]
    return [get_graph_element_name(feeds_or_fetches)]


def get_run_key(feed_dict: Mapping[Any, Any], fetches: Any) -> str:
    """The names of what a run is given and asked for, as JSON.

    >>> get_run_key({}, "y:0")
    '[[], ["y:0"]]'
    """
    return json.dumps(RunKey(get_flattened_names(feed_dict), get_flattened_names(fetches)))
