"""What a run is asked to watch: `RunOptions.debug_options`, taken apart and checked in 1.x's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from penstock.graph import errors
from penstock.ops.checks.debug_ops import TYPES

_FLOATS, _BOOLEANS = ("lower_bound", "upper_bound"), ("gated_grpc", "mute_if_healthy")
_TRUE, _FALSE = ("1", "t", "true", "y", "yes"), ("0", "f", "false", "n", "no")


class DebugOp(NamedTuple):
    """A debug op with its attributes."""

    name: str
    lower_bound: float = float("-inf")
    upper_bound: float = float("inf")
    mute_if_healthy: bool = False
    gated_grpc: bool = False

    def attributes(self) -> dict[str, Any]:
        """The attributes that a node of this op has."""
        if self.name != "DebugNumericSummary":
            return {"gated_grpc": self.gated_grpc}
        return {name: value for name, value in self._asdict().items() if name != "name"}


class Watched(NamedTuple):
    """What is to be done with a tensor."""

    debug_ops: tuple[DebugOp, ...]
    urls: tuple[str, ...]


class _Watch(NamedTuple):
    specs: tuple[str, ...]
    urls: tuple[str, ...]
    tolerant: bool


class Watches:
    """All that a run is asked to watch."""

    def __init__(self, debug_options: Any) -> None:
        self._named: dict[tuple[str, int], _Watch] = {}
        self._all: _Watch | None = None
        urls: dict[str, None] = {}
        for watch in debug_options.debug_tensor_watch_opts:
            found = _Watch(tuple(watch.debug_ops), tuple(watch.debug_urls), watch.tolerate_debug_op_creation_failures)
            urls.update(dict.fromkeys(found.urls))
            if watch.node_name == "*":
                self._all = found._replace(tolerant=False)  # 1.15 was tolerant of nodes that it knew by name
            else:
                self._named[watch.node_name, watch.output_slot] = _joined(
                    self._named.get((watch.node_name, watch.output_slot)), found
                )
        self.urls = tuple(urls)

    def of(self, node: str, slot: int, dtype: Any) -> Watched | None:
        """What is to be done with a tensor; None if it is not watched.

        Raises:
          FailedPreconditionError: a debug op is not known, has wrong attributes or does not take the type.
        """
        watch = self._named.get((node, slot)) or self._named.get((node, -1)) or self._all
        if watch is None:
            return None
        parsed = []
        for spec in watch.specs:
            try:
                parsed.append(_parsed(spec, f"{node}:{slot}", len(parsed), dtype))
            except errors.FailedPreconditionError:
                if not watch.tolerant:
                    raise
        return Watched(tuple(parsed), watch.urls) if parsed else None


def _joined(before: _Watch | None, more: _Watch) -> _Watch:
    """Two watches of one tensor."""
    if before is None:
        return more
    return _Watch(
        tuple(dict.fromkeys(before.specs + more.specs)),
        tuple(dict.fromkeys(before.urls + more.urls)),
        before.tolerant and more.tolerant,
    )


def _refused(what: str, tensor: str, why: str) -> errors.OpError:
    return errors.FailedPreconditionError(None, None, f"Failed to create {what} for tensor {tensor}, due to: {why}")


def _parsed(spec: str, tensor: str, number: int, dtype: Any) -> DebugOp:
    """A debug op as `RunOptions` spell it: `DebugNumericSummary(lower_bound=-1.0;mute_if_healthy=true)`."""
    copying, debugging = "Copy/CopyHost node", f"debug node {spec}"
    matched = re.fullmatch(r"([^()]*)(?:\((.*)\))?", spec, re.DOTALL)
    if matched is None:
        raise _refused(copying, tensor, f'Malformed debug op name "{spec}"')
    name, listed = matched.groups()
    attributes: dict[str, str] = {}
    for part in (listed or "").split(";") if listed else ():
        key, equals, value = part.partition("=")
        if not equals or not key:
            raise _refused(copying, tensor, f'Malformed attributes in debug op name "{spec}"')
        if key in attributes:
            raise _refused(copying, tensor, f'Duplicate attribute name "{key}" found in the debug op: "{spec}"')
        attributes[key] = value
    if name not in TYPES:
        raise _refused(
            debugging, tensor, f"Failed to create node definition for debug op {name} on watched tensor {tensor}"
        )
    node = f"__dbg_{tensor}_{number}_{name}"
    known = DebugOp(name).attributes()
    values = {key: _value(key, value, node, debugging, tensor) for key, value in attributes.items() if key in known}
    unknown: Sequence[str] = [key for key in attributes if key not in known]
    if unknown:
        raise _refused(
            debugging,
            tensor,
            f"{len(unknown)} attribute key(s) were not valid for debug node {node}: {', '.join(unknown)}",
        )
    types = TYPES[name]
    if types is not None and dtype.base_dtype.name not in types:
        raise _refused(
            debugging, tensor, f"Failed to find kernel definition for debug op {name} on watched tensor {tensor}"
        )
    return DebugOp(name, **values)


def _value(key: str, text: str, node: str, debugging: str, tensor: str) -> Any:
    kind = "float" if key in _FLOATS else "bool"
    try:
        if kind == "float":
            return float(text)
        if text.lower() in _TRUE + _FALSE:
            return text.lower() in _TRUE
    except ValueError:
        pass
    raise _refused(
        debugging, tensor, f'Invalid value string for {kind}-type attribute {key}of debug node {node}: "{text}"'
    )
