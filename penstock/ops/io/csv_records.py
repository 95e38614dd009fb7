"""Records of CSV as columns of values: `tf.decode_csv`. Columns of numbers in plain records are read by NumPy at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.graph.values import as_bytes, object_array
from penstock.ops.io.decoding import READERS, plain_numbers
from penstock.ops.text import strings_native
from penstock.ops.text.strings import flat

# -- CSV --------------------------------------------------------------------------------------------------------------


def _fields(record: bytes, delimiter: bytes, quotes: bool, wanted: list[int]) -> list[bytes]:
    """The fields of a record, all or those whose numbers are wanted."""
    if not record:
        return []
    if (b'"' not in record or not quotes) and b"\n" not in record and b"\r" not in record:
        fields = record.split(delimiter)
    else:
        fields = _quoted_fields(record, delimiter, quotes)
    return [fields[i] for i in wanted if i < len(fields)] if wanted else fields


def _quoted_fields(record: bytes, delimiter: bytes, quotes: bool) -> list[bytes]:
    fields = []
    at, size = 0, len(record)
    while at < size:
        if record[at] in b"\r\n":
            at += 1
            continue
        if not (quotes and record[at] == 34):
            end = record.find(delimiter, at)
            end = size if end < 0 else end
            field = record[at:end]
            if (quotes and b'"' in field) or b"\n" in field or b"\r" in field:
                raise errors.invalid("Unquoted fields cannot have quotes/CRLFs inside")
            at = end + 1
        else:
            at += 1
            parts = []
            while at < size - 1 and not (record[at] == 34 and record[at + 1 : at + 2] == delimiter):
                if record[at] != 34:
                    end = record.find(b'"', at)
                    end = size - 1 if end < 0 else min(end, size - 1)
                    parts.append(record[at:end])
                    at = end
                elif record[at + 1] == 34:
                    parts.append(b'"')
                    at += 2
                else:
                    raise errors.invalid("Quote inside a string has to be escaped by another quote")
            if not (at < size and record[at] == 34):
                raise errors.invalid("Quoted field has to end with quote followed by delim or end")
            field = b"".join(parts)
            at += 2
        fields.append(field)
    if record.endswith(delimiter):
        fields.append(b"")
    return fields


def _csv_rule(c):
    for i, shape in enumerate(c.shapes[1:]):
        if shape.ndims is not None and shape.ndims > 1:
            raise ValueError("Shape of a default must be a length-0 or length-1 vector, or a scalar.")
        if shape.ndims == 1 and shape.dims[0].value not in (None, 0, 1):
            raise ValueError(f"Shape of a default must be a length-0 or length-1 vector, or a scalar. ({i})")
    return [c.shape(0)] * len(c.op.outputs)


@op("DecodeCSV", shape=_csv_rule, host=True)
def _decode_csv(xp, records, record_defaults, *, OUT_TYPE, field_delim, use_quote_delim, na_value, select_cols):  # noqa: N803
    delimiter, missing = as_bytes(field_delim), as_bytes(na_value)
    if len(delimiter) != 1:
        raise errors.invalid("field_delim should be only 1 char")
    count = len(OUT_TYPE)
    if select_cols and len(select_cols) != count:
        raise errors.invalid("select_cols should match output size")
    if any(b <= a for a, b in zip(select_cols, select_cols[1:])):
        raise errors.invalid("select_cols should be strictly increasing indices")
    if any(i < 0 for i in select_cols):
        raise errors.invalid("select_cols should be non-negative indices")
    for i, default in enumerate(record_defaults):
        if np.size(default) > 1:
            raise errors.invalid(f"There should only be 1 default per field but field {i} has {np.size(default)}")
    table = strings_native.table(records, delimiter, use_quote_delim, select_cols, count, missing)
    if table is not None:
        return tuple(_table_column(table, *a, missing) for a in zip(range(count), OUT_TYPE, record_defaults))
    texts = flat(records)
    columns = _plain_columns(texts, delimiter, use_quote_delim, select_cols, count)
    if columns is None:
        rows = []
        for number, record in enumerate(texts):
            row = _fields(record, delimiter, use_quote_delim, select_cols)
            if len(row) != count:
                raise errors.invalid(f"Expect {count} fields but have {len(row)} in record {number}")
            rows.append(row)
        columns = list(zip(*rows)) if rows else [()] * count
    shape = np.shape(records)
    return tuple(
        _column(i, column, kind, default, missing).reshape(shape)
        for i, (column, kind, default) in enumerate(zip(columns, OUT_TYPE, record_defaults))
    )


def _table_column(
    table: strings_native.Table, i: int, kind: dtypes.DType, default: object, missing: bytes
) -> np.ndarray:
    """A column of a table, whose fields that need a closer look are read one by one."""
    found = table.column(i, kind.storage)
    assert found is not None, "there is a kernel for each type that a column can have"
    values, left = found
    if left:
        values.ravel()[left] = _column(i, [table.field(i, k) for k in left], kind, default, missing, left)
    return values


def _plain_columns(
    records: list[bytes], delimiter: bytes, quotes: bool, wanted: list[int], count: int
) -> list[Any] | None:
    """The columns of records without quotes or line ends, cut at once; None if they are not so, or not of one length."""
    if len(records) < 2 or delimiter in (b'"', b"\r", b"\n"):
        return None
    fields = {record.count(delimiter) for record in records}
    text = b"\n".join(records)
    if len(fields) != 1 or (quotes and b'"' in text) or b"\r" in text or text.count(b"\n") != len(records) - 1:
        return None
    width = fields.pop() + 1
    if (not wanted and width != count) or (wanted and wanted[-1] >= width) or b"" in records:
        return None
    cut = text.replace(b"\n", delimiter).split(delimiter)
    return [cut[i::width] for i in (wanted or range(width))]


def _column(
    i: int, column: Any, kind: dtypes.DType, default: object, missing: bytes, numbers: list[int] | None = None
) -> np.ndarray:
    """The values of a column, whose fields are of all records, or of those with some numbers."""
    values: list[Any] = []
    fallback = np.ravel(np.asarray(default, object if kind is dtypes.string else None)).tolist()
    read = READERS.get(kind)
    if missing not in column and b"" not in column:
        plain = object_array(column, (len(column),)) if read is None else plain_numbers(column, kind)
        if plain is not None:
            return plain
    for number, text in zip(numbers or range(len(column)), column):
        if not text or text == missing:
            if not fallback:
                raise errors.invalid(f"Field {i} is required but missing in record {number}!")
            values.append(fallback[0])
        elif read is None:
            values.append(text)
        else:
            value = read(text)
            if value is None:
                raise errors.invalid(
                    f"Field {i} in record {number} is not a valid {dtypes.type_text(kind)}: "
                    f"{text.decode(errors='replace')}"
                )
            values.append(value)
    if read is None:
        return object_array(values, (len(values),))
    return np.array(values, np.float64 if kind.is_floating else kind.storage).astype(kind.storage)


no_gradient("DecodeCSV")


@export("decode_csv", "io.decode_csv")
def decode_csv(
    records: TensorLike,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Any = None,
) -> list[Tensor]:
    """Reads CSV records (RFC 4180, blanks count) into one tensor for each column.

    Args:
      records: strings, one record each.
      record_defaults: for each column what an empty field means; an empty list makes the field required. It also gives
        the type: float32, float64, int32, int64 or string.
      field_delim: the character between fields.
      use_quote_delim: whether double quotes enclose fields.
      name: a name for the operation.
      na_value: another text for an empty field.
      select_cols: the sorted numbers of the columns to read; all by default.

    Returns:
      Tensors of the shape of `records`.

    Raises:
      ValueError: if `select_cols` is not sorted, negative, or not as long as `record_defaults`.

    >>> import penstock as tf
    >>> [v.tolist() for v in tf.Session().run(tf.decode_csv(["1,a", ",b"], [[7], [""]]))]
    [[1, 7], [b'a', b'b']]
    """
    if select_cols is not None and any(a >= b for a, b in zip(select_cols, select_cols[1:])):
        raise ValueError("select_cols is not strictly increasing.")
    if select_cols is not None and len(select_cols) and select_cols[0] < 0:
        raise ValueError("select_cols contains negative values.")
    if select_cols is not None and len(select_cols) != len(record_defaults):
        raise ValueError("Length of select_cols and record_defaults do not match.")
    return apply(
        "DecodeCSV",
        name,
        records=records,
        record_defaults=list(record_defaults),
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=select_cols,
    )
