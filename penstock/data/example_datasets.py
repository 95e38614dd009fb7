"""Datasets of `tf.train.Example` records: `make_batched_features_dataset`, `parse_example_dataset`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export, find
from penstock.data.csv_datasets import shuffled_and_repeated
from penstock.data.dataset import Dataset
from penstock.data.readers import TFRecordDataset
from penstock.data.transforms import Transformation, parallel_interleave
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.ops.io.parsing_features import parse_example
from penstock.ops.io.readers import ReaderBase


@export("data.experimental.parse_example_dataset", "contrib.data.parse_example_dataset")
def parse_example_dataset(features: dict[str, Any], num_parallel_calls: Any = 1) -> Transformation:
    """Parses batches of serialized `Example` messages into dictionaries.

    Args:
      features: what to parse, as for `tf.parse_example`.
      num_parallel_calls: how many batches are worked on at the same time.

    Raises:
      TypeError (when applied): the dataset is not one of vectors of strings.
      ValueError: there are no features.

    >>> import penstock as tf
    >>> value = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
    >>> text = tf.train.Example(features=tf.train.Features(feature={"a": value})).SerializeToString()
    >>> d = tf.data.Dataset.from_tensors([text, text])
    >>> d = d.apply(tf.data.experimental.parse_example_dataset({"a": tf.FixedLenFeature([], tf.int64)}))
    >>> tf.Session().run(d.make_one_shot_iterator().get_next())["a"].tolist()
    [3, 3]
    """
    if features is None:
        raise ValueError("Missing: features was %s." % features)  # noqa: UP031

    def transform(dataset: Dataset) -> Dataset:
        shapes = dataset.output_shapes
        if dataset.output_types != dtypes.string or not shapes.is_compatible_with([None]) or shapes.ndims is None:
            raise TypeError("Input dataset should be a dataset of vectors of strings")
        return dataset.map(lambda records: parse_example(records, features), num_parallel_calls)

    return transform


@export("data.experimental.make_batched_features_dataset", "contrib.data.make_batched_features_dataset")
def make_batched_features_dataset(
    file_pattern: Any,
    batch_size: int,
    features: dict[str, Any],
    reader: Callable = TFRecordDataset,
    label_key: str | None = None,
    reader_args: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    reader_num_threads: int | None = None,
    parser_num_threads: int | None = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Dataset:
    """Reads files of `Example` messages into batches: dictionaries, or pairs of one and the label.

    Args:
      file_pattern: a pattern of file names, or a list.
      batch_size: the size of batches.
      features: what to parse, as for `tf.parse_example`.
      reader: makes a dataset of messages from a file name.
      label_key: the feature that is given apart from the others.
      reader_args: further arguments for `reader`.
      num_epochs: how often the files are read; for ever by default.
      shuffle, shuffle_buffer_size, shuffle_seed: whether and how the order is random.
      prefetch_buffer_size: how many batches are prepared ahead.
      reader_num_threads: how many files are read in turn.
      parser_num_threads: how many batches are parsed at the same time.
      sloppy_ordering: whether the order may depend on time.
      drop_final_batch: whether a last, smaller batch is left out.

    Raises:
      TypeError: `reader` is not one of datasets.
      ValueError: `label_key` is no feature.

    >>> import penstock as tf
    >>> with tf.io.TFRecordWriter("people.records") as writer:
    ...     for age in (30, 40):
    ...         feature = {"age": tf.train.Feature(int64_list=tf.train.Int64List(value=[age]))}
    ...         writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    >>> columns = {"age": tf.io.FixedLenFeature([], tf.int64)}
    >>> dataset = tf.data.experimental.make_batched_features_dataset("people.records", 2, columns, shuffle=False)
    >>> tf.Session().run(dataset.make_one_shot_iterator().get_next())
    {'age': array([30, 40])}
    """
    read: Any = reader
    if isinstance(reader, type) and issubclass(reader, ReaderBase):
        raise TypeError(
            "The `reader` argument must return a `Dataset` object. `tf.ReaderBase` subclasses are not supported. For "
            "example, pass `tf.data.TFRecordDataset` instead of `tf.TFRecordReader`."
        )
    dataset = Dataset.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)

    def records_of(name: Tensor) -> Dataset:
        return read(name, *(reader_args or []))

    dataset = dataset.apply(parallel_interleave(records_of, reader_num_threads or 1, sloppy=sloppy_ordering))
    if dataset.output_types == (dtypes.string, dtypes.string):
        dataset = dataset.map(lambda key, value: value)
    dataset = shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    dataset = dataset.apply(parse_example_dataset(features, parser_num_threads or 2))
    if label_key:
        if label_key not in features:
            raise ValueError(f"The `label_key` provided ({label_key!r}) must be one of the `features` keys.")
        dataset = dataset.map(lambda found: (found, found.pop(label_key)))
    return dataset.prefetch(-1 if prefetch_buffer_size is None else prefetch_buffer_size)


@export("contrib.data.read_batch_features")
def read_batch_features(
    file_pattern: Any,
    batch_size: int,
    features: dict[str, Any],
    reader: Callable = TFRecordDataset,
    reader_args: Any = None,
    randomize_input: bool = True,
    num_epochs: int | None = None,
    capacity: int = 10000,
) -> Any:
    """The tensors of the next batch of `make_batched_features_dataset`.

    Args:
      file_pattern: a file or a list of them, or a pattern of names.
      batch_size: how many Examples a batch has.
      features: what to parse, as for `tf.parse_example`.
      reader: the class of the dataset that reads a file.
      reader_args: further arguments for it.
      randomize_input: whether to shuffle.
      num_epochs: how often to read all files; without end if it is None.
      capacity: how many Examples to shuffle among.

    >>> import penstock as tf
    >>> with tf.io.TFRecordWriter("ages.records") as writer:
    ...     for age in (30, 40):
    ...         feature = {"age": tf.train.Feature(int64_list=tf.train.Int64List(value=[age]))}
    ...         writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    >>> columns = {"age": tf.io.FixedLenFeature([], tf.int64)}
    >>> batch = tf.contrib.data.read_batch_features("ages.records", 2, columns, randomize_input=False)
    >>> tf.Session().run(batch)
    {'age': array([30, 40])}
    """
    dataset = make_batched_features_dataset(
        file_pattern,
        batch_size,
        features,
        reader,
        reader_args=reader_args,
        shuffle=randomize_input,
        num_epochs=num_epochs,
        shuffle_buffer_size=capacity,
    )
    iterator = dataset.make_one_shot_iterator()
    return find("data.Iterator").get_next(iterator)
