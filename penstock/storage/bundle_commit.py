"""How a checkpoint becomes visible: the data files first, then the index, so that the index never speaks of what is not there.

Renaming several files is not atomic. Over an older checkpoint with files of the same names, a crash between two renames
would leave an old index with new data. There, the new data first appears under names that nobody uses, and an index that
speaks of those takes over in one step; only then the data gets its usual names.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence

from penstock import protos
from penstock.graph import errors
from penstock.storage import gfile
from penstock.storage.atomic import AtomicFile
from penstock.storage.table import Table


def index_filename(prefix: str) -> str:
    """The file with names, types, shapes and places."""
    return f"{prefix}.index"


def data_filename(prefix: str, shard: int, num_shards: int) -> str:
    """The file with the bytes of shard `shard`."""
    return f"{prefix}.data-{shard:05d}-of-{num_shards:05d}"


def commit(
    prefix: str,
    sources: Sequence[AtomicFile | str],
    write_index: Callable[[AtomicFile, int], None],
) -> None:
    """Makes a checkpoint visible under `prefix`.

    Args:
      prefix: the path without `.index`.
      sources: the data files of the shards: files that are being written, or paths of complete ones.
      write_index: writes the index into a file, given the number of shards.
    """
    count = len(sources)
    written = [source for source in sources if isinstance(source, AtomicFile)]
    indices: list[AtomicFile] = []
    try:
        for file in written:
            file.close()
        indices.append(_index(prefix, count, write_index))
        before = _number_of_shards(prefix)
        if before == count and type(gfile.resolve(prefix)[0]) is gfile.FileSystem:
            indices.append(_index(prefix, 2 * count, write_index))
            _replace(prefix, sources, *indices)
        else:
            for shard, source in enumerate(sources):
                _move(source, data_filename(prefix, shard, count))
            indices[0].commit()
            if before == 2 * count:
                _remove_data(prefix, before)  # a replacement was interrupted once
    except BaseException:
        for file in (*written, *indices):
            file.discard()
        raise
    _remove_leftovers(prefix)


# Files of checkpoints that were never finished, and how many seconds nobody has written to them then.
_UNFINISHED = re.compile(r"(.+\.(index|data-\d{5}-of-\d{5})|checkpoint)\.tempstate\d+")
_ABANDONED = 3600.0


def _remove_leftovers(prefix: str) -> None:
    """Removes what processes that were killed while they saved have left in the folder."""
    system, local = gfile.resolve(prefix)
    if type(system) is not gfile.FileSystem:
        return
    try:
        with os.scandir(os.path.dirname(local) or ".") as entries:
            for entry in entries:
                if _UNFINISHED.fullmatch(entry.name) and time.time() - entry.stat().st_mtime > _ABANDONED:
                    os.remove(entry.path)
    except OSError:  # another process may do the same
        pass


def _index(prefix: str, count: int, write_index: Callable[[AtomicFile, int], None]) -> AtomicFile:
    """A complete index that is not in its place yet."""
    file = AtomicFile(index_filename(prefix))
    try:
        write_index(file, count)
        file.close()
    except BaseException:
        file.discard()
        raise
    return file


def _move(source: AtomicFile | str, target: str) -> None:
    if isinstance(source, AtomicFile):
        source.commit(target)
    else:
        gfile.rename(source, target, overwrite=True)


def _replace(prefix: str, sources: Sequence[AtomicFile | str], index: AtomicFile, interim: AtomicFile) -> None:
    """Puts data in place of that of the present checkpoint, which stays readable until the new one is.

    `interim` is the new index for twice as many shards: that alone leads readers, TensorFlow's too, to other file names.
    """
    count = len(sources)
    for shard, source in enumerate(sources):
        _move(source, data_filename(prefix, shard, 2 * count))
    interim.commit()
    try:
        for shard in range(count):
            _, name = gfile.resolve(data_filename(prefix, shard, 2 * count))
            _, final = gfile.resolve(data_filename(prefix, shard, count))
            link = f"{final}.tempstate{int.from_bytes(os.urandom(8), 'little')}"
            os.link(name, link)
            os.replace(link, final)
    except OSError:  # no links here: the checkpoint is complete all the same, under the other names
        index.discard()
        return
    index.commit()
    _remove_data(prefix, 2 * count)


def _remove_data(prefix: str, num_shards: int) -> None:
    for shard in range(num_shards):
        try:
            gfile.remove(data_filename(prefix, shard, num_shards))
        except errors.OpError:
            pass


def _number_of_shards(prefix: str) -> int:
    """The number of shards of the checkpoint that is there now; 0 if there is none that can be read."""
    try:
        with Table(index_filename(prefix)) as table:
            return protos.BundleHeaderProto.FromString(table.get(b"") or b"").num_shards
    except Exception:  # noqa: BLE001 - whatever is wrong with it, there is nothing to preserve
        return 0
