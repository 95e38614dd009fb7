"""Names of operations in messages, replaced by where the program made them."""

from __future__ import annotations

import collections
import itertools
import os
import re
from collections.abc import Iterable
from typing import Any

__all__ = [
    "compute_field_dict",
    "create_graph_debug_info_def",
    "interpolate",
    "parse_message",
    "traceback_files_common_prefix",
]

_TAG = re.compile(r"(.*?)(\{\{([A-Za-z0-9_.\\\-/]+?) ([A-Za-z0-9_.\\\-/]+?)\}\})", re.DOTALL)
_ParseTag = collections.namedtuple("_ParseTag", ["type", "name"])


def parse_message(message: str) -> tuple[list[str], list[Any]]:
    """The text between the tags of a message, such as `{{node x}}`, and the tags, as type and name."""
    between, tags, at = [], [], 0
    while at < len(message) and (found := _TAG.match(message, at)):
        between.append(found.group(1))
        tags.append(_ParseTag(found.group(3), found.group(4)))
        at = found.end()
    between.append(message[at:])
    return between, tags


def _defining(op: Any) -> int:
    """The position in an operation's traceback of the program's line that made it."""
    frames = op.traceback or []
    for index in range(len(frames) - 1, -1, -1):
        if f"{os.sep}penstock{os.sep}" not in frames[index][0]:
            return index
    return 0


def _devices(op: Any) -> str:
    places = [f"with tf.device({op.device}): <>"] if op.device else []
    if not places:
        return f"No device assignments were active during op '{op.name}' creation."
    return "Device assignments active during op '{}' creation:\n  {}".format(op.name, "\n  ".join(places))


def _colocations(op: Any) -> str:
    names = [group.decode()[len("loc:@") :] for group in op.colocation_groups()]
    names = [name for name in names if name != op.name]
    if not names:
        return f"No node-device colocations were active during op '{op.name}' creation."
    lines = "\n".join(f"  with tf.colocate_with({name}): <>" for name in names)
    return f"Node-device colocations active during op '{op.name}' creation:\n{lines}"


def compute_field_dict(op: Any, strip_file_prefix: str = "") -> dict[str, Any]:
    """Where an operation was made, and which devices and colocations it was made with.

    Args:
      op: the operation.
      strip_file_prefix: what is left out of the start of the file's name.
    """
    frame = op.traceback[_defining(op)]
    file = frame[0].removeprefix(strip_file_prefix)
    colocations, devices = _colocations(op), _devices(op)
    return {
        "file": file,
        "line": frame[1],
        "defined_at": f" (defined at {file}:{frame[1]})",
        "colocations": colocations,
        "devices": devices,
        "devs_and_colocs": f"{colocations}\n{devices}",
    }


def traceback_files_common_prefix(all_ops: Iterable[Any]) -> str:
    """The folder that all files of the tracebacks of lists of operations are in."""
    files = {
        frame[0]
        for ops in all_ops
        if ops is not None
        for op in ops
        for frame in op.traceback
        if "<embedded" not in frame[0]
    }
    return os.path.split(os.path.commonprefix(list(files)))[0]


def create_graph_debug_info_def(operations: Iterable[tuple[str, Any]]) -> Any:
    """A `GraphDebugInfo` with the lines that made operations.

    Args:
      operations: pairs of a function's name (empty for the graph) and an operation.
    """
    from penstock import protos

    message = protos.find("tensorflow.GraphDebugInfo")()
    frames: dict[str, list[Any]] = {}
    for function, op in operations:
        end = min(_defining(op) + 3, len(op.traceback))
        frames[function + op.name] = list(op.traceback[max(end - 10, 0) : end])
    files = sorted({frame[0] for own in frames.values() for frame in own})
    message.files.extend(files)
    for name, own in frames.items():
        trace = message.traces[name]
        for frame in reversed(own):
            trace.file_line_cols.add(file_index=files.index(frame[0]), line=frame[1])
    return message


def _about(op: Any, sources: list[Any], prefix: str) -> tuple[str, str]:
    """What stands for an operation in the message, and where the operations were made that its inputs come from."""
    place = compute_field_dict(op, prefix)["defined_at"]
    lines, told = [], {place}
    for one in sources:
        other = compute_field_dict(one, prefix)["defined_at"]
        if other not in told:
            lines.append(f" {one.name}{other}")
            told.add(other)
    head = f"\nInput Source operations connected to node {op.name}:\n"
    return f"node {op.name}{place} ", head + "\t\n".join(lines) if lines else ""


def interpolate(error_message: str, graph: Any) -> str:
    """A message with the tags of operations replaced by the files and lines that made them."""
    between, tags = parse_message(error_message)
    tagged: list[Any] = []
    for tag in tags:
        try:
            op = graph.get_operation_by_name(tag.name)
            tagged.append([op, *{t.op: None for t in op.inputs}, *op.control_inputs])
        except (KeyError, ValueError):
            tagged.append(None)
    prefix = traceback_files_common_prefix(tagged)
    words, sources, colocations = [], [], []
    for tag, ops in zip(tags, tagged):
        text = f"{{{{{tag.type} {tag.name}}}}}"
        if ops is not None and tag.type == "node":
            text, about = _about(ops[0], ops[1:], prefix)
            sources += [about] if about else []
        elif ops is not None and tag.type == "colocation_node":
            fields = compute_field_dict(ops[0], prefix)
            text = f"node {ops[0].name}{fields['defined_at']} placed on device {fields['devices']} "
            colocations.append(fields["devs_and_colocs"])
        words.append("" if tag.type == "function_node" else text)
    if sources:
        words += ["\n\nErrors may have originated from an input operation.", "\n".join(sources)]
    if colocations:
        words += ["Additional information about colocations:", "\n".join(colocations)]
    return "".join(itertools.chain(*itertools.zip_longest(between, words, fillvalue="")))
