"""Bytes and text to values and back: numbers, raw bytes, base 64, compressed data, serialized tensors."""

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
from penstock.graph.values import object_array
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
READERS: dict[dtypes.DType, Callable[[bytes], Any]] = {
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
    plain = plain_numbers(items, out_type)
    if plain is None:
        plain = _read_numbers(items, out_type)
    return plain.reshape(np.shape(texts))


# Type → the characters of numbers that Python reads as the runtime does; others need a closer look.
_PLAIN = {True: b"+-.0123456789Ee", False: b"-0123456789"}


def plain_numbers(column: Any, kind: dtypes.DType) -> np.ndarray | None:
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


def _read_numbers(texts: list[bytes], kind: dtypes.DType) -> np.ndarray:
    read = READERS[kind]
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


no_gradient("AsString", "DecodeRaw", "DecodePaddedRaw", "DecodeBase64", "EncodeBase64", "StringToNumber",
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
