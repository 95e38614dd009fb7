"""Matrices of a checkpoint with their rows or columns in another order: `GenerateVocabRemapping`, `LoadAndRemapMatrix`.

They let an embedding go on with another vocabulary: each new word keeps the row it had, words that are new get new rows.
"""

from __future__ import annotations

import numpy as np

from penstock.graph import dtypes
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.ops.io.checkpoints import _bytes, _require, _text


def _words(path: str) -> list[bytes]:
    from penstock.storage import gfile

    content = gfile.read_file_to_string(path, binary_mode=True)
    return [line.rstrip(b"\r") for line in content.split(b"\n")][
        : -1 if content.endswith(b"\n") or not content else None
    ]


@op(
    "GenerateVocabRemapping",
    shape=rule.ranked(0, 0, out=lambda c: [[c.attr("num_new_vocab")], []]),
    host=True,
)
def _generate_vocab_remapping(xp, new_vocab_file, old_vocab_file, *, new_vocab_offset, num_new_vocab, old_vocab_size):
    new, old = _words(_text(new_vocab_file)), _words(_text(old_vocab_file))
    if old_vocab_size >= 0:
        old = old[:old_vocab_size]
    places = {word: i for i, word in reversed(list(enumerate(old)))}
    wanted = new[new_vocab_offset : new_vocab_offset + num_new_vocab]
    _require(
        len(wanted) == num_new_vocab,
        f"Line {new_vocab_offset + len(wanted)} of {_text(new_vocab_file)} is missing: {num_new_vocab} words are needed "
        f"from line {new_vocab_offset} on.",
    )
    remapping = np.array([places.get(word, -1) for word in wanted], np.int64).reshape(num_new_vocab)
    return remapping, np.array(np.count_nonzero(remapping >= 0), np.int32)


@op(
    "LoadAndRemapMatrix",
    shape=rule.ranked(None, 0, out=lambda c: [[c.attr("num_rows"), c.attr("num_cols")]]),
    host=True,
)
def _load_and_remap_matrix(
    xp, ckpt_path, old_tensor_name, row_remapping, col_remapping, initializing_values, *, num_rows, num_cols
):
    from penstock.storage import bundle, gfile, slices_v1

    rows, columns = np.asarray(row_remapping), np.asarray(col_remapping)
    _require(
        rows.shape == (num_rows,), f"Size of row_remapping is {rows.size} instead of being equal to num_rows={num_rows}"
    )
    if not columns.size:
        columns = np.arange(num_cols)
    _require(
        columns.shape == (num_cols,),
        f"Provided col_remapping, but its size is {columns.size} instead of being equal to num_cols={num_cols}",
    )
    path, name = _text(ckpt_path), _bytes(old_tensor_name)
    restore = bundle.restore if gfile.exists(bundle.index_filename(path)) else slices_v1.restore
    old = restore(path, [name], [""], [dtypes.float32])[0]
    _require(old.ndim == 2, f"Old tensor must be a matrix; its shape is {list(old.shape)}")
    for what, ids, size in (("row", rows, old.shape[0]), ("col", columns, old.shape[1])):
        present = ids[ids >= 0]
        _require(
            bool((present < size).all() and (ids >= -1).all()), f"{what}_remapping has an id outside of [-1, {size})"
        )
        _require(np.unique(present).size == present.size, f"{what}_remapping has an id twice")
    result = np.zeros((num_rows, num_cols), np.float32)
    known = (rows >= 0)[:, None] & (columns >= 0)[None, :]
    result[known] = old[np.ix_(rows[rows >= 0], columns[columns >= 0])].reshape(-1)
    fill = np.asarray(initializing_values).reshape(-1)
    missing = known.size - np.count_nonzero(known)
    _require(
        fill.size == missing,
        f"initializing_values contained {fill.size} values, but {missing} of the new matrix are not in the old one.",
    )
    result[~known] = fill
    return result


no_gradient("GenerateVocabRemapping", "LoadAndRemapMatrix")
