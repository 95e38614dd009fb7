"""Sets in the rows of tensors, as operations on integers and strings.

So far the one that checks of weights' shapes need, with two dense inputs; the others and `tf.sets` belong beside it.
"""

from __future__ import annotations

import numpy as np

from penstock.graph import errors
from penstock.graph.registry import no_gradient, op

_OPERATIONS = {
    "a-b": lambda a, b: a - b,
    "b-a": lambda a, b: b - a,
    "intersection": lambda a, b: a & b,
    "union": lambda a, b: a | b,
}


def _shape(c):
    rank = c.shape(0).ndims if c.shape(0).ndims is not None else c.shape(1).ndims
    return [(None, rank), (None,), (rank,)]


@op("DenseToDenseSetOperation", shape=_shape, host=True)
def _dense_to_dense(xp, set1, set2, *, set_operation):
    name = set_operation.lower()
    if name not in _OPERATIONS:
        raise errors.InvalidArgumentError(None, None, f"Invalid set_operation {set_operation}.")
    if set1.ndim < 2 or set1.shape[:-1] != set2.shape[:-1]:
        text = f"Mismatched group shapes {list(set1.shape[:-1])} and {list(set2.shape[:-1])}."
        raise errors.InvalidArgumentError(None, None, text)
    groups = set1.shape[:-1]
    indices, values, widest = [], [], 0
    for group in np.ndindex(*groups):
        found = sorted(_OPERATIONS[name](set(set1[group].tolist()), set(set2[group].tolist())))
        indices += [(*group, i) for i in range(len(found))]
        values += found
        widest = max(widest, len(found))
    return (
        np.array(indices, np.int64).reshape(-1, set1.ndim),
        np.array(values, set1.dtype),
        np.array([*groups, widest], np.int64),
    )


no_gradient("DenseToDenseSetOperation")
