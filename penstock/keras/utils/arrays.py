"""Small functions on NumPy arrays that programs use before training: classes as one-hot rows, rows of length one.

Needs NumPy only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph.typing import TensorLike


@export("keras.utils.to_categorical")
def to_categorical(y: TensorLike, num_classes: int | None = None, dtype: str = "float32") -> np.ndarray:
    """Turns class numbers into rows that are 1 at the class and 0 elsewhere.

    Args:
      y: integers from 0 on, of any shape; a last axis of size 1 is dropped.
      num_classes: the length of a row; the largest number plus one by default.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> tf.keras.utils.to_categorical([0, 2])
    array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    y = np.array(y, dtype="int")
    shape = y.shape
    if len(shape) > 1 and shape[-1] == 1:
        shape = shape[:-1]
    classes = y.ravel()
    size = num_classes or np.max(classes) + 1
    rows = np.zeros((len(classes), size), dtype=dtype)
    rows[np.arange(len(classes)), classes] = 1
    return rows.reshape((*shape, size))


@export("keras.utils.normalize")
def normalize(x: Any, axis: int = -1, order: int = 2) -> np.ndarray:
    """Divides an array by its norm along an axis; where the norm is 0, nothing changes.

    Args:
      x: an array.
      axis: the axis along which the norm is taken.
      order: the order of the norm, 2 for the Euclidean one.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.utils.normalize(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    norm = np.atleast_1d(np.linalg.norm(x, order, axis))
    norm[norm == 0] = 1
    return x / np.expand_dims(norm, axis)
