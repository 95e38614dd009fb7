"""The value of a tensor of type resource: which resource is meant, not the resource itself. Depends on nothing."""

from __future__ import annotations

from typing import NamedTuple


class ResourceHandle(NamedTuple):
    """Names a queue, table, reader, iterator, ... within a session."""

    kind: str
    container: str
    name: str
