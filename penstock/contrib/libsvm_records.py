"""`tf.contrib.libsvm`: lines of labels and of numbered features, as support vector machines read them."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors, opdef
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.operation import Tensor
from penstock.graph.registry import kernel_of, no_gradient, op
from penstock.graph.typing import DTypeLike, TensorLike

_NUMBERS = "{float, double, int32, int64}"


def _numbers(texts: list[bytes], dtype: dtypes.DType) -> Any:
    return kernel_of("StringToNumber")(np, np.array(texts, object), out_type=dtype)


def _first_that_is_none(texts: list[bytes], dtype: dtypes.DType) -> int | None:
    for i, text in enumerate(texts):
        try:
            _numbers([text], dtype)
        except errors.InvalidArgumentError:
            return i
    return None


def _all_numbers(texts: list[bytes], dtype: dtypes.DType, what: str, whole: list[bytes]) -> Any:
    """The texts as numbers; if one is none, the text that it stands in is told."""
    try:
        return _numbers(texts, dtype)
    except errors.InvalidArgumentError:
        bad = _first_that_is_none(texts, dtype)
        if bad is None:
            raise
        raise errors.invalid(f"{what} format incorrect: {whole[bad].decode(errors='replace')}") from None


@op(
    "DecodeLibsvm",
    shape=lambda c: [c.shape(0), [None, None], [None], [None]],
    host=True,
    sig=opdef.parse_signature(
        ["input: string"],
        ["label: label_dtype", "feature_indices: int64", "feature_values: dtype", "feature_shape: int64"],
        [f"dtype: {_NUMBERS} = DT_FLOAT", f"label_dtype: {_NUMBERS} = DT_INT64", "num_features: int >= 1"],
    ),
)
def _decode(xp, input, *, dtype, label_dtype, num_features):
    labels: list[bytes] = []
    rows: list[int] = []
    names: list[bytes] = []
    values: list[bytes] = []
    features: list[bytes] = []
    for row, line in enumerate(input.ravel().tolist()):
        words = line.split()
        if not words:
            raise errors.invalid(f'No label found for input[{row}]: "{line.decode(errors="replace")}"')
        labels.append(words[0])
        for word in words[1:]:
            name, colon, value = word.partition(b":")
            if not colon:
                raise errors.invalid(f'Invalid feature "{word.decode(errors="replace")}"')
            rows.append(row)
            names.append(name)
            values.append(value)
            features.append(word)
    label = _all_numbers(labels, label_dtype, "Label", labels).reshape(input.shape)
    numbers = _all_numbers(names, dtypes.int64, "Feature", features)
    if (numbers < 0).any():
        raise errors.invalid(f"Feature index should be >= 0, got {numbers[numbers < 0][0]}")
    found = _all_numbers(values, dtype, "Feature", features)
    places = np.unravel_index(np.array(rows, np.int64), input.shape) if input.ndim else ()
    indices = np.stack([*(np.asarray(p, np.int64) for p in places), numbers], axis=-1).reshape(-1, input.ndim + 1)
    return label, indices, found, np.array([*input.shape, num_features], np.int64)


no_gradient("DecodeLibsvm")


@export("contrib.libsvm.decode_libsvm")
def decode_libsvm(
    content: TensorLike, num_features: int, dtype: DTypeLike | None = None, label_dtype: DTypeLike | None = None
) -> tuple[SparseTensor, Tensor]:
    """Reads lines such as `1 3:0.5 7:2`: a label, then numbers of features with their values.

    Args:
      content: strings, one line each, of any shape.
      num_features: how many features there are, the last size of the shape of the result.
      dtype: of the features: float32 unless told, float64, int32 or int64.
      label_dtype: of the labels: int64 unless told, or one of these.

    Returns:
      A SparseTensor of the shape of `content` and `num_features`, with the features of a line in its order; and the labels,
      of the shape of `content`.

    Raises:
      InvalidArgumentError: a line has no label, or there is something else than numbers in it.

    >>> import penstock as tf
    >>> features, labels = tf.contrib.libsvm.decode_libsvm(["1 0:3.5 2:0.5", "-1 1:2"], 3)
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.sparse.to_dense(features)), sess.run(labels))
    [[3.5 0.  0.5]
     [0.  2.  0. ]] [ 1 -1]
    """
    label, indices, values, shape = apply(
        "DecodeLibsvm", None, input=content, num_features=num_features, dtype=dtype, label_dtype=label_dtype
    )
    return SparseTensor(indices, values, shape), label
