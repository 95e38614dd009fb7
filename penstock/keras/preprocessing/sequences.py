"""`tf.keras.preprocessing.sequence` and `.text`: lists of numbers made equally long, words as numbers.

The work is done by the package Keras-Preprocessing, as in 1.15.
"""

from __future__ import annotations

from keras_preprocessing import sequence, text

from penstock._namespace import export, export_value
from penstock.keras.utils.enqueuers import Sequence

pad_sequences = export_value(sequence.pad_sequences, "keras.preprocessing.sequence.pad_sequences")
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
