"""Tags and collections of summaries."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from penstock._namespace import find
from penstock.graph.typing import CollectionsLike, TensorLike

__all__ = ["clean_tag", "collect", "summary_scope"]


def collect(val: TensorLike, collections: CollectionsLike, default_collections: Any) -> None:
    """Adds a value to collections, to the second ones if the first are None."""
    for key in default_collections if collections is None else collections:
        find("add_to_collection")(key, val)


def clean_tag(name: str | None) -> str | None:
    """A tag without characters that names of operations may not have; says so if there were any."""
    if name is None:
        return None
    clean = re.sub(r"[^-/\w.]", "_", name).lstrip("/")
    if clean != name:
        find("logging.info")(f"Summary name {name} is illegal; using {clean} instead.")
    return clean


@contextlib.contextmanager
def summary_scope(
    name: str, family: str | None = None, default_name: str | None = None, values: TensorLike | None = None
) -> Iterator[tuple[str, str]]:
    """Opens a scope of names for a summary; gives its tag, which begins with `family`, and the scope."""
    name, family = clean_tag(name), clean_tag(family)  # type: ignore[assignment]
    base = name if family is None else f"{family}/{name}"
    with find("name_scope")(base, default_name, values) as scope:
        tag = scope.rstrip("/")
        yield (tag if family is None else f"{family}/{tag}"), scope
