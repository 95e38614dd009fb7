"""Bytes and text to values and back: numbers, raw bytes, CSV, base 64, compressed data, serialized tensors."""

from __future__ import annotations

import base64
import binascii
import fractions
import re
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, errors, tensor_proto
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.graph.values import as_bytes, object_array
from penstock.ops.text import hashing_native, strings_native
from penstock.ops.text.strings import flat
from penstock.util.deprecation import deprecated_argument_lookup

# -- numbers ----------------------------------------------------------------------------------------------------------

_FLAGS = ("", " ", "+", "-", "0", "#")


# So many characters are written at most.
_MOST_TEXT = 1 << 30


@op("AsString", shape=rule.same, host=True)
def _as_string(xp, x, *, T, precision, scientific, shortest, width, fill):
    real = T.is_floating or T.is_complex
    if not real and (scientific or shortest):
        raise errors.invalid(f"scientific and shortest format not supported for datatype {dtypes.type_text(T)}")
    if not real and precision >= 0:
        raise errors.invalid(f"precision not supported for datatype {dtypes.type_text(T)}")
    if len(fill) > 1:
        raise errors.invalid("Fill string must be one or fewer characters")
    if fill not in _FLAGS:
        raise errors.invalid(f'Fill argument not supported: "{fill}"')
    if shortest and scientific:
        raise errors.invalid("Cannot select both scientific and shortest notation")
    longest = max(width, precision, 0)
    if longest * np.size(x) > _MOST_TEXT:
        raise errors.ResourceExhaustedError(
            None, None, f"OOM when allocating {np.size(x)} strings of {longest} characters or more"
        )
    if T.is_integer and T is not dtypes.uint64 and width < 0:
        found = hashing_native.decimal(np.asarray(x))
        if found is not None:
            return found
    if T.is_floating and width < 0 and not (scientific or shortest):
        digits = precision if precision > -1 else 6
        written = strings_native.fixed(np.asarray(x), digits)
        if written is not None:
            out, left = written
            for i in left:
                out.ravel()[i] = b"%.*f" % (digits, float(np.ravel(x)[i]))
            return out
    values = x.ravel().tolist() if isinstance(x, np.ndarray) else [x.item()]
    if T is dtypes.bool:
        return object_array([b"true" if v else b"false" for v in values], np.shape(x))
    form = "%" + (f"{fill}{width}" if width > -1 else "") + (f".{precision}" if precision > -1 else "")
    form += ("g" if shortest else "e" if scientific else "f") if real else "d"
    if T.is_complex:
        texts = [f"({form % v.real},{form % v.imag})" for v in values]
    else:
        texts = [form % v for v in values]
    return object_array([t.encode() for t in texts], np.shape(x))


_FLOAT = re.compile(
    rb"[ \t\n\v\f\r]*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|nan|0x[0-9a-f]+)[ \t\n\v\f\r]*", re.IGNORECASE
)
_INTEGER = re.compile(rb"[ \t\n\v\f\r]*-?\d+[ \t\n\v\f\r]*")
# The runtime copies text to a buffer of this size.
_LONGEST = 31


def _to_float(text: bytes) -> float | None:
    if len(text) > _LONGEST:
        return None
    if _FLOAT.fullmatch(text) is None:
        return 0.0 if text and not text.strip() else None
    return float(int(text, 16)) if b"x" in text or b"X" in text else float(text)


def _to_float32(text: bytes) -> float | None:
    value = _to_float(text)
    if value is None or value != value:
        return value
    # Rounding twice differs from rounding once only if the double lies exactly between two floats.
    bits = np.float64(value).view(np.uint64)
    if int(bits) & 0x1FFFFFFF != 0x10000000 or b"x" in text.lower():
        return value
    exact, middle = fractions.Fraction(text.strip().decode()), fractions.Fraction(value)
    return value if exact == middle else float(np.nextafter(value, np.inf if exact > middle else -np.inf))


def _to_integer(bits: int) -> Callable[[bytes], int | None]:
    def convert(text: bytes) -> int | None:
        if _INTEGER.fullmatch(text) is None:
            return None
        value = int(text)
        return value if -(1 << (bits - 1)) <= value < 1 << (bits - 1) else None

    return convert


# Type → how its text is read; None for what is not a number.
_READ: dict[dtypes.DType, Callable[[bytes], Any]] = {
    dtypes.float32: _to_float32,
    dtypes.float64: _to_float,
    dtypes.int32: _to_integer(32),
    dtypes.int64: _to_integer(64),
}


@op("StringToNumber", shape=rule.same, host=True)
def _string_to_number(xp, texts, *, out_type):
    found = strings_native.numbers(texts, out_type.storage)
    if found is not None:
        out, left = found
        if left:
            out.ravel()[left] = _read_numbers(texts.ravel()[left].tolist(), out_type)
        return out
    items = flat(texts)
    plain = _plain_numbers(items, out_type)
    if plain is None:
        plain = _read_numbers(items, out_type)
    return plain.reshape(np.shape(texts))


def _read_numbers(texts: list[bytes], kind: dtypes.DType) -> np.ndarray:
    read = _READ[kind]
    values = []
    for text in texts:
        value = read(text)
        if value is None:
            raise errors.invalid(
                f"StringToNumberOp could not correctly convert string: {text.decode(errors='replace')}"
            )
        values.append(value)
    return np.array(values, np.float64 if kind.is_floating else None).astype(kind.storage)


@export("as_string", "strings.as_string", "dtypes.as_string")
def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Writes numbers as text.

    Args:
      input: numbers or truth values.
      precision: how many digits come after the point; 6 by default, and only of floats.
      scientific: whether floats are written with an exponent.
      shortest: whether floats are written with an exponent or without, whichever is shorter.
      width: how long the text is at least.
      fill: what comes before the number, or a flag of C's printf: '0', ' ', '+', '-' or '#'.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: for what the type cannot be written with, or another `fill`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.as_string([3.14159, -2.0], precision=2)).tolist()
    [b'3.14', b'-2.00']
    """
    return apply(
        "AsString",
        name,
        input=input,
        precision=precision,
        scientific=scientific,
        shortest=shortest,
        width=width,
        fill=fill,
    )


@export("string_to_number", "strings.to_number")
def string_to_number(
    string_tensor: TensorLike | None = None,
    out_type: DTypeLike = dtypes.float32,
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """Reads the numbers that strings hold.

    Args:
      string_tensor: strings.
      out_type: float32, float64, int32 or int64.
      name: a name for the operation.
      input: the new name of `string_tensor`.

    Raises (when run):
      InvalidArgumentError: if a string is not a number, or does not fit.

    >>> import penstock as tf
    >>> tf.Session().run(tf.string_to_number(["7", " -8 "], tf.int32))
    array([ 7, -8], dtype=int32)
    """
    texts = deprecated_argument_lookup("input", input, "string_tensor", string_tensor)
    return apply("StringToNumber", name, string_tensor=texts, out_type=out_type)


# -- raw bytes --------------------------------------------------------------------------------------------------------


def _appended(c):
    shape = c.shape(0)
    return [rule.UNKNOWN if shape.ndims is None else shape.concatenate([None])]


def _from_bytes(data: bytes, out_type: dtypes.DType, little_endian: bool) -> np.ndarray:
    kind = out_type.storage
    if little_endian or kind.itemsize == 1:
        return np.frombuffer(data, kind).copy()
    # The parts of a complex number are swapped each for itself.
    return np.frombuffer(data, kind.newbyteorder(">")).astype(kind)


@op("DecodeRaw", shape=_appended, host=True)
def _decode_raw(xp, texts, *, out_type, little_endian):
    kind = out_type.storage
    size = kind.itemsize
    if isinstance(texts, np.ndarray) and texts.size and type(first := texts.item(0)) is bytes and not len(first) % size:
        found = strings_native.raw(texts, len(first), kind)
        if found is not None:
            return found if little_endian or size == 1 else found.view(kind.newbyteorder(">")).astype(kind)
    items = flat(texts)
    if not items:
        return np.zeros((*np.shape(texts), 0), out_type.storage)
    length = len(items[0])
    for i, text in enumerate(items):
        if len(text) != length:
            raise errors.invalid(
                f"DecodeRaw requires input strings to all be the same size, but element {i} has size {length} != "
                f"{len(text)}"
            )
    if length % size:
        raise errors.invalid(f"Input to DecodeRaw has length {length} that is not a multiple of {size}, the size of "
                       f"{dtypes.type_text(out_type)}")  # fmt: skip
    data = items[0] if len(items) == 1 else b"".join(items)
    return _from_bytes(data, out_type, little_endian).reshape((*np.shape(texts), length // size))


def _padded_rule(c):
    return [c.shape(0).concatenate([rule.divided(rule.dim_of_scalar(c, 1), c.attr("out_type").storage.itemsize)])]


@op("DecodePaddedRaw", shape=_padded_rule, host=True)
def _decode_padded_raw(xp, texts, fixed_length, *, out_type, little_endian):
    length, size = int(fixed_length), out_type.storage.itemsize
    if length <= 0:
        raise errors.invalid(f"`fixed_length` must be greater than zero. Given `fixed_length`: {length}")
    if length % size:
        raise errors.invalid(
            f"`fixed_length` must be a multiple of the size of the output type. `fixed_length`: {length}, size of "
            f"output type: {size}"
        )
    data = b"".join(t[:length].ljust(length, b"\0") for t in flat(texts))
    return _from_bytes(data, out_type, little_endian).reshape((*np.shape(texts), length // size))


@export("decode_raw", "io.decode_raw")
def decode_raw(
    input_bytes: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: Any = None,
) -> Tensor:
    """Reinterprets the bytes of strings as numbers, in a new last dimension.

    Args:
      input_bytes: strings of one length.
      out_type: the type of the numbers.
      little_endian: whether the first byte of a number is the least one.
      name: a name for the operation.
      bytes: an old name of `input_bytes`.

    Raises:
      ValueError: without `out_type`.

    Raises (when run):
      InvalidArgumentError: if lengths differ, or are not a multiple of the size of a number.

    >>> import penstock as tf
    >>> tf.Session().run(tf.decode_raw(b"\\x01\\x00\\x02\\x00", tf.int16)).tolist()
    [1, 2]
    """
    data = deprecated_argument_lookup("input_bytes", input_bytes, "bytes", bytes)
    if out_type is None:
        raise ValueError("decode_raw_v1() missing 1 positional argument: 'out_type'")
    return apply("DecodeRaw", name, bytes=data, out_type=out_type, little_endian=little_endian)


# -- base 64, compression ---------------------------------------------------------------------------------------------

_BASE64 = re.compile(rb"[A-Za-z0-9_-]*={0,2}")


_SAFE = bytes.maketrans(b"+/", b"-_")


@op("EncodeBase64", shape=rule.same, host=True)
def _encode_base64(xp, texts, *, pad):
    found = strings_native.base64(texts, pad)
    if found is not None:
        return found
    encoded = [binascii.b2a_base64(text, newline=False).translate(_SAFE) for text in flat(texts)]
    return object_array(encoded if pad else [text.rstrip(b"=") for text in encoded], np.shape(texts))


@op("DecodeBase64", shape=rule.same, host=True)
def _decode_base64(xp, texts):
    return object_array([_decoded64(t) for t in flat(texts)], np.shape(texts))


def _decoded64(text: bytes) -> bytes:
    if _BASE64.fullmatch(text) is None:
        raise errors.invalid("Invalid character found in base64.")
    bare = text.rstrip(b"=")
    if len(bare) % 4 == 1 or (len(bare) != len(text) and len(text) % 4):
        raise errors.invalid("Base64 string length or padding is wrong.")
    return base64.urlsafe_b64decode(bare + b"=" * (-len(bare) % 4))


@op("DecodeCompressed", shape=rule.same, host=True)
def _decode_compressed(xp, data, *, compression_type):
    if compression_type == "":
        return np.asarray(data, object)[...]
    if compression_type not in ("ZLIB", "GZIP"):
        raise errors.invalid("Only ZLIB, GZIP or NONE are supported compressions")
    bits = 15 if compression_type == "ZLIB" else 31
    out = []
    for text in flat(data):
        try:
            out.append(zlib.decompress(text, bits) if text else b"")
        except zlib.error as error:
            # "Error -3 while decompressing data: incorrect header check": the number and the reason.
            why = str(error).replace("Error ", "").replace(" while decompressing data", "")
            raise errors.DataLossError(None, None, f"inflate() failed with error {why}") from None
    return object_array(out, np.shape(data))


@export("encode_base64", "io.encode_base64")
def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> Tensor:
    """Encodes strings in base 64 with the alphabet that is safe in URLs.

    Args:
      input: the strings.
      pad: whether `=` fills the text up to a multiple of four characters.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.encode_base64(["hello", "a"], pad=True)).tolist()
    [b'aGVsbG8=', b'YQ==']
    """
    return apply("EncodeBase64", name, input=input, pad=pad)


@export("decode_base64", "io.decode_base64")
def decode_base64(input: TensorLike, name: str | None = None) -> Tensor:
    """Decodes strings in base 64 with the alphabet that is safe in URLs, with or without `=` at the end.

    Raises (when run):
      InvalidArgumentError: if a string is not in base 64.

    >>> import penstock as tf
    >>> tf.Session().run(tf.decode_base64(["aGVsbG8", "YQ=="])).tolist()
    [b'hello', b'a']
    """
    return apply("DecodeBase64", name, input=input)


@export("decode_compressed", "io.decode_compressed")
def decode_compressed(bytes: Any, compression_type: str = "", name: str | None = None) -> Tensor:
    """Decompresses strings.

    Args:
      bytes: the compressed strings.
      compression_type: 'ZLIB', 'GZIP', or empty for strings that are not compressed.
      name: a name for the operation.

    Raises (when run):
      DataLossError: if a string is not compressed that way.

    >>> import zlib
    >>> import penstock as tf
    >>> tf.Session().run(tf.decode_compressed([zlib.compress(b"hello")], "ZLIB")).tolist()
    [b'hello']
    """
    return apply("DecodeCompressed", name, bytes=bytes, compression_type=compression_type)


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


# Type → the characters of numbers that Python reads as the runtime does; others need a closer look.
_PLAIN = {True: b"+-.0123456789Ee", False: b"-0123456789"}


def _plain_numbers(column: Any, kind: dtypes.DType) -> np.ndarray | None:
    """A column of numbers, read at once; None if something in it needs a closer look."""
    if (
        len(column) < 2
        or max(map(len, column)) > _LONGEST
        or b"".join(column).translate(None, _PLAIN[kind.is_floating])
    ):
        return None
    try:
        if kind.is_floating:
            values = np.fromiter(map(float, column), np.float64, len(column))
            bits = values.view(np.uint64)
            # See `_to_float32`.
            if kind is dtypes.float32 and ((bits & np.uint64(0x1FFFFFFF)) == np.uint64(0x10000000)).any():
                return None
            return values.astype(kind.storage)
        return np.fromiter(map(int, column), kind.storage, len(column))
    except (ValueError, OverflowError):
        return None


def _column(
    i: int, column: Any, kind: dtypes.DType, default: object, missing: bytes, numbers: list[int] | None = None
) -> np.ndarray:
    """The values of a column, whose fields are of all records, or of those with some numbers."""
    values: list[Any] = []
    fallback = np.ravel(np.asarray(default, object if kind is dtypes.string else None)).tolist()
    read = _READ.get(kind)
    if missing not in column and b"" not in column:
        plain = object_array(column, (len(column),)) if read is None else _plain_numbers(column, kind)
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


# -- tensors ----------------------------------------------------------------------------------------------------------


@op("SerializeTensor", shape=rule.scalar, host=True)
def _serialize_tensor(xp, tensor, *, T):
    array = np.asarray(tensor)
    if T is dtypes.string:
        proto = tensor_proto.make_tensor_proto(array, T, shape=array.shape)
    else:
        proto = protos.TensorProto(dtype=T.as_datatype_enum)
        proto.tensor_shape.SetInParent()
        for size in array.shape:
            proto.tensor_shape.dim.add(size=size)
        proto.tensor_content = array.tobytes()
    return object_array([proto.SerializeToString()], ())


@op("ParseTensor", shape=rule.unknown, host=True)
def _parse_tensor(xp, serialized, *, out_type):
    if np.ndim(serialized):
        raise errors.invalid(f"Expected `serialized` to be a scalar, got shape: {TensorShape(np.shape(serialized))}")
    proto = protos.TensorProto()
    try:
        proto.ParseFromString(flat(serialized)[0])
        array = tensor_proto.make_ndarray(proto)
        kind = dtypes.as_dtype(proto.dtype)
    except Exception:  # noqa: BLE001 - whatever is wrong with the message
        raise errors.invalid(f"Could not parse `serialized` as TensorProto, got '{flat(serialized)[0]!r}'") from None
    if kind is not out_type:
        raise errors.invalid(
            f"Type mismatch between parsed tensor ({dtypes.type_text(kind)}) and dtype ({dtypes.type_text(out_type)})"
        )
    return array


no_gradient("AsString", "DecodeRaw", "DecodePaddedRaw", "DecodeCSV", "DecodeBase64", "EncodeBase64", "StringToNumber",
            "ParseTensor", "SerializeTensor")  # fmt: skip


@export("serialize_tensor", "io.serialize_tensor")
def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Writes a tensor as a serialized `TensorProto`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.serialize_tensor(tf.constant([7, 8], tf.uint8)))
    b'\\x08\\x04\\x12\\x04\\x12\\x02\\x08\\x02"\\x02\\x07\\x08'
    """
    return apply("SerializeTensor", name, tensor=tensor)


@export("parse_tensor", "io.parse_tensor")
def parse_tensor(serialized: TensorLike, out_type: DTypeLike, name: str | None = None) -> Tensor:
    """Reads a tensor from a serialized `TensorProto`.

    Args:
      serialized: a scalar string.
      out_type: the type that the tensor has.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if it is none, or has another type.

    >>> import penstock as tf
    >>> tf.Session().run(tf.parse_tensor(tf.serialize_tensor([1.5, 2.5]), tf.float32))
    array([1.5, 2.5], dtype=float32)
    """
    return apply("ParseTensor", name, serialized=serialized, out_type=out_type)
