"""Datasets of files: `tf.data.TextLineDataset`, `tf.data.TFRecordDataset`, `tf.data.FixedLengthRecordDataset`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from penstock._namespace import export
from penstock.data.dataset import Dataset
from penstock.data.structure import Spec
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import counted_as
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike

_BUFFER = 256 * 1024


def _optional(value: TensorLike, default: object, dtype: DTypeLike, name: str) -> Tensor:
    return convert_to_tensor(default if value is None else value, dtype, name=name)


def _names(filenames: object) -> Dataset:
    """The names of files as a dataset: a tensor of strings, or a dataset of them already."""
    if isinstance(filenames, Dataset):
        if filenames.output_types != dtypes.string:
            raise TypeError("`filenames` must be a `tf.data.Dataset` of `tf.string` elements.")
        if not filenames.output_shapes.is_compatible_with([]):
            raise TypeError("`filenames` must be a `tf.data.Dataset` of scalar `tf.string` elements.")
        return filenames
    tensor = convert_to_tensor(filenames, dtypes.string, name="filenames")
    return Dataset.from_tensor_slices(_flat(tensor))


def _flat(tensor: Tensor) -> Tensor:
    return apply("Reshape", tensor=tensor, shape=[-1])


class _Files(Dataset):
    """A dataset of the records of files; several are read at the same time if `num_parallel_reads` says so."""

    def __init__(self, kind: str, filenames: object, num_parallel_reads: int | None, inputs: dict[str, Any]) -> None:
        """`inputs` holds values with their default, type and name."""
        # 1.15 makes a dataset of the names, and reads in a function over it.
        named = 0 if isinstance(filenames, Dataset) else 3 if isinstance(filenames, Tensor) else 4
        with counted_as(named + (1 if num_parallel_reads is None else 6)):
            tensors = {name: _optional(given, default, dtype, name) for name, (given, default, dtype) in inputs.items()}
            made = self._make(kind, filenames, num_parallel_reads, tensors)
        super().__init__(made._variant_tensor, made._structure)

    def _make(self, kind: str, filenames: object, num_parallel_reads: int | None, inputs: dict[str, Any]) -> Dataset:
        element = Spec(Tensor, dtypes.string, [])

        def of(names: Iterable[Any]) -> Dataset:
            return Dataset(apply(kind, filenames=names, **inputs), element)

        if num_parallel_reads is None and not isinstance(filenames, Dataset):
            return of(convert_to_tensor(filenames, dtypes.string, name="filenames"))
        names = _names(filenames)
        if num_parallel_reads is None:
            return names.flat_map(of)
        return names.interleave(of, num_parallel_reads, 1, num_parallel_calls=num_parallel_reads)


@export("data.TextLineDataset", "contrib.data.TextLineDataset")
class TextLineDataset(_Files):
    """The lines of text files, without their ends.

    Args:
      filenames: the names of files, as a string, a list, a tensor or a dataset.
      compression_type: '', 'ZLIB' or 'GZIP'.
      buffer_size: not used; files are read in large blocks.
      num_parallel_reads: how many files are read at the same time; one after the other by default.

    >>> import penstock as tf
    >>> with open("lines.txt", "w") as f:
    ...     _ = f.write("one\\ntwo\\n")
    >>> dataset = tf.data.TextLineDataset(["lines.txt"])
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [b'one', b'two']
    """

    def __init__(
        self, filenames: object, compression_type: Any = None, buffer_size: Any = None, num_parallel_reads: Any = None
    ) -> None:
        inputs = {
            "compression_type": (compression_type, "", dtypes.string),
            "buffer_size": (buffer_size, _BUFFER, dtypes.int64),
        }
        super().__init__("TextLineDataset", filenames, num_parallel_reads, inputs)


@export("data.TFRecordDataset", "contrib.data.TFRecordDataset")
class TFRecordDataset(_Files):
    """The records of TFRecord files; arguments as for `tf.data.TextLineDataset`.

    Args:
      filenames: the names of files, as a string, a list, a tensor or a dataset.
      compression_type: '', 'ZLIB' or 'GZIP'.
      buffer_size: not used; files are read in large blocks.
      num_parallel_reads: how many files are read at the same time; one after the other by default.

    >>> import penstock as tf
    >>> with tf.io.TFRecordWriter("two.records") as writer:
    ...     writer.write(b"first")
    ...     writer.write(b"second")
    >>> dataset = tf.data.TFRecordDataset("two.records")
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [b'first', b'second']
    """

    def __init__(
        self, filenames: object, compression_type: Any = None, buffer_size: Any = None, num_parallel_reads: Any = None
    ) -> None:
        inputs = {
            "compression_type": (compression_type, "", dtypes.string),
            "buffer_size": (buffer_size, _BUFFER, dtypes.int64),
        }
        super().__init__("TFRecordDataset", filenames, num_parallel_reads, inputs)


@export("data.FixedLengthRecordDataset", "contrib.data.FixedLengthRecordDataset")
class FixedLengthRecordDataset(_Files):
    """The records of one length in files.

    Args:
      filenames: the names of files.
      record_bytes: the length of a record.
      header_bytes, footer_bytes: bytes to leave out at the beginning and the end of each file.
      buffer_size, compression_type, num_parallel_reads: as for `tf.data.TextLineDataset`.

    >>> import penstock as tf
    >>> with open("digits.bin", "wb") as f:
    ...     _ = f.write(b"#12345678")
    >>> dataset = tf.data.FixedLengthRecordDataset("digits.bin", record_bytes=4, header_bytes=1)
    >>> tf.Session().run(tf.data.experimental.get_single_element(dataset.batch(9))).tolist()
    [b'1234', b'5678']
    """

    def __init__(
        self,
        filenames: object,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: TensorLike | None = None,
        compression_type: str | None = None,
        num_parallel_reads: Any = None,
    ) -> None:
        inputs = {
            "header_bytes": (header_bytes, 0, dtypes.int64),
            "record_bytes": (record_bytes, 0, dtypes.int64),
            "footer_bytes": (footer_bytes, 0, dtypes.int64),
            "buffer_size": (buffer_size, _BUFFER, dtypes.int64),
            "compression_type": (compression_type, "", dtypes.string),
        }
        super().__init__("FixedLengthRecordDatasetV2", filenames, num_parallel_reads, inputs)
