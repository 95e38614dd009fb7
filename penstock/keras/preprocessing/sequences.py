"""`tf.keras.preprocessing.sequence` and `.text`: lists of numbers made equally long, words as numbers.

Most of the work is done by the package Keras-Preprocessing, as in 1.15.
"""

from __future__ import annotations

from collections.abc import Sequence as Row
from typing import Any

import numpy as np
from keras_preprocessing import sequence, text

from penstock._namespace import export, export_value
from penstock.keras.utils.enqueuers import Sequence


@export("keras.preprocessing.sequence.pad_sequences")
def pad_sequences(
    sequences: Any,
    maxlen: int | None = None,
    dtype: Any = "int32",
    padding: str = "pre",
    truncating: str = "pre",
    value: Any = 0.0,
) -> np.ndarray:
    """Makes an array of lists that are not equally long. (The package's own does not run with NumPy 2.)

    Args:
      sequences: the lists; their elements may be arrays.
      maxlen: the length, by default that of the longest list.
      dtype: the type of the array.
      padding: where short lists are filled up, "pre" or "post".
      truncating: where long lists are cut, "pre" or "post".
      value: what they are filled up with.

    Raises:
      ValueError: the lists are no lists, their elements differ in shape, or a setting is not known.

    >>> import penstock as tf
    >>> tf.keras.preprocessing.sequence.pad_sequences([[1], [2, 3, 4]], maxlen=2).tolist()
    [[0, 1], [3, 4]]
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    for row in sequences:
        if not hasattr(row, "__len__"):
            raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {row}")
    if maxlen is None:
        maxlen = int(np.max([len(row) for row in sequences]))
    of_text = np.issubdtype(dtype, np.str_)
    if isinstance(value, str) and dtype is not object and not of_text:
        raise ValueError(
            f"`dtype` {dtype} is not compatible with `value`'s type: {type(value)}\nYou should set `dtype=object` for variable "
            "length strings."
        )
    element = next((np.asarray(row).shape[1:] for row in sequences if len(row)), ())
    found = np.full((len(sequences), maxlen, *element), value, dtype=dtype)
    for number, row in enumerate(sequences):
        if not len(row):
            continue
        cut = np.asarray(_cut(row, maxlen, truncating), dtype=dtype)
        if cut.shape[1:] != element:
            raise ValueError(
                f"Shape of sample {cut.shape[1:]} of sequence at position {number} is different from expected shape {element}"
            )
        if padding == "post":
            found[number, : len(cut)] = cut
        elif padding == "pre":
            found[number, maxlen - len(cut) :] = cut
        else:
            raise ValueError(f'Padding type "{padding}" not understood')
    return found


def _cut(row: Row, length: int, where: str) -> Row:
    if where == "pre":
        return row[-length:]
    if where == "post":
        return row[:length]
    raise ValueError(f'Truncating type "{where}" not understood')


make_sampling_table = export_value(sequence.make_sampling_table, "keras.preprocessing.sequence.make_sampling_table")
skipgrams = export_value(sequence.skipgrams, "keras.preprocessing.sequence.skipgrams")
text_to_word_sequence = export_value(text.text_to_word_sequence, "keras.preprocessing.text.text_to_word_sequence")
one_hot = export_value(text.one_hot, "keras.preprocessing.text.one_hot")
hashing_trick = export_value(text.hashing_trick, "keras.preprocessing.text.hashing_trick")
Tokenizer = export_value(text.Tokenizer, "keras.preprocessing.text.Tokenizer")


@export("keras.preprocessing.sequence.TimeseriesGenerator")
class TimeseriesGenerator(sequence.TimeseriesGenerator, Sequence):
    """Windows of a series of values, and what follows each, as batches.

    Args:
      data: the values, along the first axis.
      targets: what belongs to each of them.
      length: how many values a window has.
      sampling_rate: every how many values one is taken.
      stride: how far windows are apart.
      start_index, end_index: the part of the data to use.
      shuffle: whether windows are taken at random.
      reverse: whether the values of a window are in reverse order.
      batch_size: how many windows are in a batch.

    >>> import numpy as np
    >>> import penstock as tf
    >>> series = np.arange(5)
    >>> windows, next_values = tf.keras.preprocessing.sequence.TimeseriesGenerator(series, series, length=2)[0]
    >>> windows.tolist(), next_values.tolist()
    ([[0, 1], [1, 2], [2, 3]], [2, 3, 4])
    """
