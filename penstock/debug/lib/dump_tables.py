"""What a directory of dumps holds, read from its files: the dumps themselves, the graphs, the metadata of the run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from penstock.debug.lib.dump_files import (
    CoreMetadata,
    extract_core_metadata_from_event_proto,
    read_event,
)
from penstock.graph import errors
from penstock.storage import gfile


def listed_dumps(root: str) -> Iterator[tuple[list[str], str, str, int]]:
    """(folders below the root, name, path, size) of all files. Links are not followed out of the directory.

    In 1.x's order, a folder's files before those of its folders: it is what tells dumps of the same microsecond apart.
    """
    if "://" in root:
        for base, _, names in gfile.Walk(root):
            relative = os.path.relpath(base, root)
            folders = [] if relative == "." else relative.split("/")
            yield from ((folders, n, os.path.join(base, n), gfile.Stat(os.path.join(base, n)).length) for n in names)
        return
    pending: list[tuple[list[str], str]] = [([], root)]
    while pending:
        folders, path = pending.pop()
        below = []
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    below.append(([*folders, entry.name], entry.path))
                elif entry.is_file(follow_symlinks=False):
                    yield folders, entry.name, entry.path, entry.stat().st_size
        pending.extend(reversed(below))


def text_in(path: str) -> str:
    return str(read_event(path).log_message.message)


def metadata_in(path: str) -> CoreMetadata:
    try:
        return extract_core_metadata_from_event_proto(read_event(path))
    except (ValueError, KeyError, TypeError) as error:
        raise errors.DataLossError(None, None, f"{path} is damaged: {error!r}") from None


def graph_in(path: str) -> Any:
    from google.protobuf.message import DecodeError

    from penstock import protos

    try:
        return protos.GraphDef.FromString(read_event(path).graph_def)
    except DecodeError:
        raise errors.DataLossError(None, None, f"{path} is damaged: it holds no graph.") from None
