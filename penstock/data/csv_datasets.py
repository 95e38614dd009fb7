"""Datasets of CSV files: `tf.data.experimental.CsvDataset` and `make_csv_dataset`."""

from __future__ import annotations

import collections
import csv
import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.data import structure
from penstock.data.dataset import Dataset
from penstock.data.pipeline import Compact, Element, Step, invalid
from penstock.data.structure import Spec
from penstock.data.transforms import ignore_errors as leave_out_errors
from penstock.data.transforms import parallel_interleave, shuffle_and_repeat
from penstock.graph import dtypes, errors, inference
from penstock.graph.build import apply
from penstock.graph.convert import constant_from_array, convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.io.csv_records import _decode_csv
from penstock.runtime.session.cancel import Cancel
from penstock.storage import gfile, record_files

_TYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.string)
_BUFFER = 4 * 1024 * 1024


# -- at run time -------------------------------------------------------------------------------------------------------


def records(path: str, compression: str, header: bool, quotes: bool) -> Iterator[bytes]:
    """The records of a CSV file: lines, or several where quotes go over a line's end."""
    left_out = not header
    open_parts: list[bytes] = []
    for block in record_files.line_blocks(path, compression):
        for line in block:
            if open_parts or (quotes and line.count(b'"') % 2):
                was_open = bool(open_parts)
                open_parts.append(line)
                if not was_open or line.count(b'"') % 2 == 0:
                    continue
                line, open_parts = b"\n".join(open_parts), []
            if left_out:
                yield line
            left_out = True
    if open_parts:
        yield b"\n".join(open_parts)


class CsvStep(Step):
    """The records of files, decoded many at a time; a bad one fails alone."""

    def __init__(self, paths: list[str], read: Callable[[str], Iterator[bytes]], defaults: list[Any], attrs: dict):
        self._paths, self._read = iter(paths), read
        self._defaults, self._attrs = defaults, attrs
        self._path: str | None = None
        self._records: Iterator[bytes] = iter(())
        self._number = 0  # of the next record in its file
        self._ready: collections.deque[bytes] = collections.deque()

    def _more(self, count: int) -> list[bytes]:
        """Some of the next records, of one file; [] at the end."""
        if self._ready:
            return [self._ready.popleft()]
        while True:
            found = []
            for record in self._records:
                found.append(record)
                if len(found) == count:
                    break
            if found:
                self._number += len(found)
                return found
            self._path = next(self._paths, None)
            if self._path is None:
                return []
            self._records, self._number = self._read(self._path), 0

    def _decoded(self, found: list[bytes]) -> tuple:
        # An empty line is one empty field.
        texts = [text or (b'""' if self._attrs["use_quote_delim"] else text) for text in found]
        column = np.empty(len(texts), object)
        column[:] = texts
        return _decode_csv(np, column, self._defaults, **self._attrs)

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        if self._ready:
            return None
        found = self._more(count)
        try:
            return self._decoded(found) if found else ()
        except errors.InvalidArgumentError:
            self._ready.extend(found)
            return None

    def next(self, cancel: Cancel) -> Element | None:
        found = self._more(1)
        if not found:
            return None
        number = self._number - len(self._ready) - 1
        try:
            return tuple([c[0] if c.dtype != object else c[0, ...] for c in self._decoded(found)])
        except errors.InvalidArgumentError as error:
            text = error.message.replace(" in record 0", "")
            raise invalid(f"{text} (record {number} of file {self._path})") from None

    def compact(self) -> Compact | None:
        return None


# -- in the graph ------------------------------------------------------------------------------------------------------


def _default(value: Any) -> Tensor:
    """What a field without text means: a type makes it required."""
    if not isinstance(value, Tensor) and any(value is t for t in _TYPES):
        return constant_from_array(np.zeros(0, object if value is dtypes.string else value.as_numpy_dtype), value)
    return convert_to_tensor(value, name="record_defaults")


@export("data.experimental.CsvDataset", "contrib.data.CsvDataset")
class CsvDataset(Dataset):
    """The records of CSV files, each a tuple of scalars.

    Args:
      filenames: the names of files.
      record_defaults: for each column a type (then the field is required) or what an empty field means.
      compression_type: '', 'ZLIB' or 'GZIP'.
      buffer_size: not used; files are read in large blocks.
      header: whether each file begins with a line to leave out.
      field_delim: the character between fields.
      use_quote_delim: whether double quotes enclose fields.
      na_value: another text for an empty field.
      select_cols: the sorted numbers of the columns to read; all by default.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "a.csv")
    >>> with open(path, "w") as file:
    ...     _ = file.write("x,y\\n1,a\\n,b\\n")
    >>> d = tf.data.experimental.CsvDataset(path, [tf.constant([7]), tf.string], header=True)
    >>> x, y = d.batch(2).make_one_shot_iterator().get_next()
    >>> tf.Session().run(x).tolist()
    [1, 7]
    """

    def __init__(
        self,
        filenames: object,
        record_defaults: Any,
        compression_type: Any = None,
        buffer_size: TensorLike | None = None,
        header: Any = False,
        field_delim: Any = ",",
        use_quote_delim: Any = True,
        na_value: Any = "",
        select_cols: Any = None,
    ) -> None:
        defaults = [_default(value) for value in record_defaults]
        element = tuple(Spec(Tensor, d.dtype, []) for d in defaults)
        inputs: dict[str, Any] = {
            "filenames": convert_to_tensor(filenames, dtypes.string, name="filenames"),
            "compression_type": convert_to_tensor(compression_type or "", dtypes.string, name="compression_type"),
            "buffer_size": convert_to_tensor(_BUFFER if buffer_size is None else buffer_size, dtypes.int64),
            "header": convert_to_tensor(header, dtypes.bool, name="header"),
            "field_delim": convert_to_tensor(field_delim, dtypes.string, name="field_delim"),
            "use_quote_delim": convert_to_tensor(use_quote_delim, dtypes.bool, name="use_quote_delim"),
            "na_value": convert_to_tensor(na_value, dtypes.string, name="na_value"),
            "select_cols": convert_to_tensor(np.asarray(select_cols or [], np.int64), dtypes.int64),
            "record_defaults": defaults,
        }
        shapes = structure.flat_attributes(element)["output_shapes"]
        super().__init__(apply("CSVDataset", output_shapes=shapes, **inputs), element)


# -- finding out about files -------------------------------------------------------------------------------------------


def _text_of(path: str, compression: str) -> Any:
    if compression == "GZIP":
        import gzip

        return gzip.open(path, "rt", newline="")
    return io.StringIO(gfile.GFile(path, "r").read())


def _rows(path: str, compression: str, delimiter: str, quotes: bool) -> Iterator[list[str]]:
    with _text_of(path, compression) as file:
        yield from csv.reader(file, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE)


def _column_names(files: list[str], *how: Any) -> list[str]:
    names: list[str] | None = None
    for path in files:
        row = next(_rows(path, *how), None)
        if row is None:
            raise ValueError(f"Received StopIteration when reading the header line of {path}.  Empty file?")
        if names is not None and row != names:
            raise ValueError("Files have different column names in the header row.")
        names = row
    return names or []


def _fits(text: str, dtype: dtypes.DType) -> bool:
    try:
        if dtype.is_integer:
            return np.iinfo(dtype.as_numpy_dtype).min <= int(text) <= np.iinfo(dtype.as_numpy_dtype).max
        with np.errstate(over="ignore"):
            return bool(dtype.as_numpy_dtype(text) < np.inf)
    except (ValueError, OverflowError):
        return False


# From the narrowest to what always fits.
_CHOICE = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)


def _column_types(
    files: list[str], header: bool, width: int, columns: list[int], missing: str, limit: int | None, *how: Any
) -> list[dtypes.DType]:
    """The narrowest types that fit the first rows; strings for columns that are empty."""
    least: list[int | None] = [None] * len(columns)
    count = 0
    for path in files:
        for number, row in enumerate(_rows(path, *how)):
            if header and number == 0:
                continue
            if limit is not None and count >= limit:
                break
            count += 1
            if len(row) != width:
                raise ValueError("Problem inferring types: CSV row has different number of fields than expected.")
            for j, column in enumerate(columns):
                if row[column] not in ("", missing):
                    fitting = (i for i, t in enumerate(_CHOICE) if i >= (least[j] or 0) and _fits(row[column], t))
                    least[j] = next(fitting, len(_CHOICE))
    return [dtypes.string if k is None or k == len(_CHOICE) else _CHOICE[k] for k in least]


def _numbers(wanted: list[Any], names: list[str]) -> list[int]:
    """The sorted numbers of columns given by number or name."""
    numbers = []
    for column in wanted:
        if isinstance(column, int):
            if not 0 <= column < len(names):
                raise ValueError(f"Column index {column} specified in select_columns out of valid range.")
            numbers.append(column)
        elif column in names:
            numbers.append(names.index(column))
        else:
            raise ValueError(f"Value '{column}' specified in select_columns not a valid column index or name.")
    if len(set(numbers)) != len(numbers):
        raise ValueError("select_columns contains duplicate columns")
    return sorted(numbers)


def file_names(pattern: Any) -> list[str]:
    """The sorted names of the files that match a pattern or several.

    Raises:
      ValueError: there are none.
    """
    patterns = pattern if isinstance(pattern, list) else [pattern]
    if isinstance(pattern, list) and not pattern:
        raise ValueError("File pattern is empty.")
    found = [name for p in patterns for name in gfile.glob(p)]
    if not found:
        raise ValueError(f"No files match {pattern}.")
    return sorted(found)


def shuffled_and_repeated(dataset: Dataset, epochs: Any, shuffle: bool, size: int, seed: int | None) -> Dataset:
    if epochs != 1 and shuffle:
        return dataset.apply(shuffle_and_repeat(size, epochs, seed))
    if shuffle:
        return dataset.shuffle(size, seed)
    return dataset if epochs == 1 else dataset.repeat(epochs)


@export("data.experimental.make_csv_dataset", "contrib.data.make_csv_dataset")
def make_csv_dataset(
    file_pattern: Any,
    batch_size: int,
    column_names: list[str] | None = None,
    column_defaults: list[Any] | None = None,
    label_name: str | None = None,
    select_columns: list[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    num_parallel_reads: int | None = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: str | None = None,
    ignore_errors: bool = False,
) -> Dataset:
    """Reads CSV files into batches: a dictionary of columns, or a pair of it and the label.

    Names and types of columns are found out from the files if they are not given.

    Args:
      file_pattern: a pattern of file names, or a list.
      batch_size: the size of batches.
      column_names: the names of all columns; by default from the files' first lines.
      column_defaults: types or defaults of the columns, as for `CsvDataset`.
      label_name: the column that is given apart from the others.
      select_columns: names or numbers of the columns to read; all by default.
      field_delim, use_quote_delim, na_value, header, compression_type: as for `CsvDataset`.
      num_epochs: how often the files are read; for ever by default.
      shuffle, shuffle_buffer_size, shuffle_seed: whether and how the order is random.
      prefetch_buffer_size: how many batches are prepared ahead.
      num_parallel_reads: how many files are read in turn.
      sloppy: whether the order may depend on time.
      num_rows_for_inference: how many rows the types are found out from.
      ignore_errors: whether records that cannot be read are left out.

    Raises:
      ValueError: the arguments do not fit the files.

    >>> import penstock as tf
    >>> with open("fruit.csv", "w") as f:
    ...     _ = f.write("name,price\\napple,2\\npear,3\\n")
    >>> dataset = tf.data.experimental.make_csv_dataset("fruit.csv", batch_size=2, label_name="price", shuffle=False)
    >>> features, label = tf.Session().run(dataset.make_one_shot_iterator().get_next())
    >>> features["name"].tolist(), label.tolist()
    ([b'apple', b'pear'], [2, 3])
    """
    files = file_names(file_pattern)
    dataset = Dataset.from_tensor_slices(files)
    if shuffle:
        dataset = dataset.shuffle(len(files), shuffle_seed)
    compression = ""
    if compression_type is not None and (column_names is None or column_defaults is None):
        known = inference.constant_value(convert_to_tensor(compression_type, dtypes.string))
        if known is None:
            raise ValueError("Received unkown compression_type")
        compression = np.ravel(known)[0].decode()
        if compression == "ZLIB":
            raise ValueError(f"compression_type ({compression_type}) is not supported for probing columns")
        if compression not in ("", "GZIP"):
            raise ValueError(f"compression_type ({compression_type}) is not supported")
    how = compression, field_delim, use_quote_delim
    if column_names is None:
        if not header:
            raise ValueError("Cannot infer column names without a header line.")
        column_names = _column_names(files, *how)
    if len(column_names) != len(set(column_names)):
        raise ValueError("Cannot have duplicate column names.")
    columns = None if select_columns is None else _numbers(select_columns, column_names)
    if column_defaults is None:
        width, wanted = len(column_names), columns if columns is not None else list(range(len(column_names)))
        types = _column_types(files, header, width, wanted, na_value, num_rows_for_inference, *how)
        column_defaults = [find("constant")([0 if t is not dtypes.string else ""], t) for t in types]
    defaults = [_default(value) for value in column_defaults]
    if columns is not None:
        if len(defaults) != len(columns):
            raise ValueError("If specified, column_defaults and select_columns must have same length.")
        column_names = [column_names[i] for i in columns]
    if label_name is not None and label_name not in column_names:
        raise ValueError("`label_name` provided must be one of the columns.")
    names = column_names

    def records_of(file: Tensor) -> Dataset:
        made: Dataset = CsvDataset(
            file, defaults, compression_type, None, header, field_delim, use_quote_delim, na_value, columns
        )
        return made.apply(leave_out_errors()) if ignore_errors else made

    def named(*values: Tensor) -> Any:
        features = collections.OrderedDict(zip(names, values))
        if label_name is None:
            return features
        label = features.pop(label_name)
        return features, label

    dataset = dataset.apply(parallel_interleave(records_of, num_parallel_reads or 1, sloppy=sloppy))
    dataset = shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(named)
    return dataset.prefetch(-1 if prefetch_buffer_size is None else prefetch_buffer_size)
