"""Element types of tensors: `DType`, its constants (`float32`, `int32_ref`, ...) and `as_dtype`.

Everything is derived from one table of names, enum numbers and NumPy types. A leaf module: it depends on NumPy only,
everything else may depend on it. Values are interned, so two equal `DType`s are the same object.
"""

import builtins
from typing import Any

import ml_dtypes
import numpy as np

from penstock._namespace import export, export_value


def _quantized(name: str, base: Any) -> np.dtype:
    # 1.x marks quantized arrays for the user with a structured type of one field; the runtime moves the plain integers.
    return np.dtype([(name, base)])


# (enum number in types.proto, name, NumPy type the user sees, NumPy type the runtime moves, group)
# Groups: f floating, i signed, u unsigned, c complex, b bool, s string, q quantized, o opaque.
_TABLE: list[tuple[int, str, Any, Any, str]] = [
    (1, "float32", np.float32, np.float32, "f"),
    (2, "float64", np.float64, np.float64, "f"),
    (3, "int32", np.int32, np.int32, "i"),
    (4, "uint8", np.uint8, np.uint8, "u"),
    (5, "int16", np.int16, np.int16, "i"),
    (6, "int8", np.int8, np.int8, "i"),
    (7, "string", np.object_, np.object_, "s"),
    (8, "complex64", np.complex64, np.complex64, "c"),
    (9, "int64", np.int64, np.int64, "i"),
    (10, "bool", np.bool_, np.bool_, "b"),
    (11, "qint8", _quantized("qint8", np.int8), np.int8, "q"),
    (12, "quint8", _quantized("quint8", np.uint8), np.uint8, "q"),
    (13, "qint32", _quantized("qint32", np.int32), np.int32, "q"),
    (14, "bfloat16", ml_dtypes.bfloat16, ml_dtypes.bfloat16, "f"),
    (15, "qint16", _quantized("qint16", np.int16), np.int16, "q"),
    (16, "quint16", _quantized("quint16", np.uint16), np.uint16, "q"),
    (17, "uint16", np.uint16, np.uint16, "u"),
    (18, "complex128", np.complex128, np.complex128, "c"),
    (19, "float16", np.float16, np.float16, "f"),
    (20, "resource", np.object_, np.object_, "o"),
    (21, "variant", np.object_, np.object_, "o"),
    (22, "uint32", np.uint32, np.uint32, "u"),
    (23, "uint64", np.uint64, np.uint64, "u"),
]

_REF_OFFSET = 100  # types.proto: the enum number of a reference type is that of its base plus 100
_BY_ENUM: dict[int, "DType"] = {}

# Nominal intensity range of image elements; float16 and bfloat16 have none in 1.x.
_INTENSITY: dict[str, tuple[Any, Any]] = {"bool": (False, True), "float32": (-1, 1), "float64": (-1, 1)}


@export("DType", "dtypes.DType")
class DType:
    """The type of the elements of a tensor.

    `DType(enum)` returns the one object for that number of `types.proto`; `tf.as_dtype` takes names and NumPy types.

    Attributes:
      name: for example `"float32"`, `"float32_ref"`.
      as_numpy_dtype: the NumPy type, `object` for strings, a structured type for quantized types.
      as_datatype_enum: the number in `types.proto`.
      base_dtype: the type without "_ref"; itself if it is no reference type.
      real_dtype: the type of the real part of a complex type; otherwise itself.
      size: bytes per element.
      is_bool, is_integer, is_floating, is_complex, is_quantized, is_unsigned: what kind of type it is. Quantized types
        are neither integer nor unsigned.
      is_numpy_compatible: False for `resource` and `variant`.

    Raises:
      TypeError: the number is no data type.

    Example:
      >>> import penstock as tf
      >>> tf.float32
      tf.float32
      >>> tf.complex64.real_dtype, tf.int8.max, tf.float32.is_floating
      (tf.float32, 127, True)
    """

    # Plain slots, not properties: graph construction reads them several times per operation.
    # `storage` (internal) is the numpy.dtype in which values travel inside the runtime.
    __slots__ = (
        "_type_enum",
        "name",
        "as_numpy_dtype",
        "as_datatype_enum",
        "storage",
        "base_dtype",
        "real_dtype",
        "_as_ref",
        "_is_ref_dtype",
        "size",
        "is_bool",
        "is_integer",
        "is_floating",
        "is_complex",
        "is_quantized",
        "is_unsigned",
        "is_numpy_compatible",
        "_str",
    )
    name: str
    as_numpy_dtype: Any
    as_datatype_enum: int
    storage: np.dtype
    base_dtype: "DType"
    real_dtype: "DType"
    _as_ref: "DType"
    _is_ref_dtype: builtins.bool
    _type_enum: int
    size: int
    is_bool: builtins.bool
    is_integer: builtins.bool
    is_floating: builtins.bool
    is_complex: builtins.bool
    is_quantized: builtins.bool
    is_unsigned: builtins.bool
    is_numpy_compatible: builtins.bool
    _str: str

    def __new__(cls, type_enum: int) -> "DType":
        try:
            return _BY_ENUM[int(type_enum)]
        except KeyError:
            raise TypeError(f"type_enum is not a valid types_pb2.DataType: {type_enum}") from None

    @classmethod
    def _make(cls, enum: int, name: str, numpy_type: Any, storage: Any, group: str) -> "DType":
        self = object.__new__(cls)
        self._type_enum = self.as_datatype_enum = enum
        self.name = name
        self.as_numpy_dtype = numpy_type
        self.storage = np.dtype(storage)
        self._is_ref_dtype = enum > _REF_OFFSET
        self.size = 1 if group == "o" else np.dtype(numpy_type).itemsize
        self.is_bool = group == "b"
        self.is_integer = group in "iu"
        self.is_floating = group == "f"
        self.is_complex = group == "c"
        self.is_quantized = group == "q"
        self.is_unsigned = group == "u"
        self.is_numpy_compatible = group != "o"
        self.base_dtype = self.real_dtype = self
        self._str = f"<dtype: '{name}'>"
        _BY_ENUM[enum] = self
        return self

    @property
    def is_ref_dtype(self) -> builtins.bool:
        """Whether this is a reference type, the type of a (non-resource) variable's tensor."""
        return self._is_ref_dtype

    @property
    def as_ref(self) -> "DType":
        """The reference type of this type; itself if it is one."""
        return self._as_ref

    @property
    def min(self) -> Any:
        """The smallest value the type can hold.

        Raises:
          TypeError: the type has no order (complex), is not numeric, or is quantized.
        """
        return self._bound("min", "minimum")

    @property
    def max(self) -> Any:
        """The largest value the type can hold.

        Raises:
          TypeError: the type has no order (complex), is not numeric, or is quantized.
        """
        return self._bound("max", "maximum")

    def _bound(self, which: str, word: str) -> Any:
        if self.is_floating:
            return getattr(ml_dtypes.finfo(self.as_numpy_dtype), which)
        if self.is_integer:
            return getattr(np.iinfo(self.as_numpy_dtype), which)
        raise TypeError(f"Cannot find {word} value of {self}.")

    @property
    def limits(self) -> tuple[Any, Any]:
        """The range of intensities of an image of this type, without its negative part.

        Raises:
          ValueError: images of this type have no nominal range.
        """
        if self.is_integer:
            return 0, self.max
        if self.base_dtype.name not in _INTENSITY:
            raise ValueError(f"{self} does not have defined limits.")
        return 0, _INTENSITY[self.base_dtype.name][1]

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """Whether a tensor of type `other` can be used where this type is asked for.

        Args:
          other: anything `tf.as_dtype` accepts.

        Returns:
          True if both are equal, or `other` is the reference type of this type.
        """
        other = as_dtype(other)
        return self is other or self is other.base_dtype

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if other is None or type(other) is DType:
            return False
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    def __ne__(self, other: object) -> builtins.bool:
        return not self.__eq__(other)

    def __hash__(self) -> int:
        return self._type_enum

    def __int__(self) -> int:
        return self._type_enum

    def __str__(self) -> str:
        return self._str

    def __repr__(self) -> str:
        return "tf." + self.name

    def __reduce__(self) -> tuple:
        return as_dtype, (self.name,)


for _enum, _name, _np_type, _storage, _group in _TABLE:
    _base = DType._make(_enum, _name, _np_type, _storage, _group)
    _ref = DType._make(_enum + _REF_OFFSET, _name + "_ref", _np_type, _storage, _group)
    _ref.base_dtype = _base
    _base._as_ref = _ref._as_ref = _ref
# As 1.15: the real type of a complex reference is a plain type.
for _enum, _real in ((8, 1), (18, 2)):
    for _offset in (0, _REF_OFFSET):
        _BY_ENUM[_enum + _offset].real_dtype = _BY_ENUM[_real]

float16 = export_value(DType(19), "float16", "dtypes.float16")
half = export_value(DType(19), "half", "dtypes.half")
float32 = export_value(DType(1), "float32", "dtypes.float32")
float64 = export_value(DType(2), "float64", "dtypes.float64")
double = export_value(DType(2), "double", "dtypes.double")
bfloat16 = export_value(DType(14), "bfloat16", "dtypes.bfloat16")
int8 = export_value(DType(6), "int8", "dtypes.int8")
int16 = export_value(DType(5), "int16", "dtypes.int16")
int32 = export_value(DType(3), "int32", "dtypes.int32")
int64 = export_value(DType(9), "int64", "dtypes.int64")
uint8 = export_value(DType(4), "uint8", "dtypes.uint8")
uint16 = export_value(DType(17), "uint16", "dtypes.uint16")
uint32 = export_value(DType(22), "uint32", "dtypes.uint32")
uint64 = export_value(DType(23), "uint64", "dtypes.uint64")
bool = export_value(DType(10), "bool", "dtypes.bool")  # noqa: A001 - the public name; use builtins.bool in this file
string = export_value(DType(7), "string", "dtypes.string")
complex64 = export_value(DType(8), "complex64", "dtypes.complex64")
complex128 = export_value(DType(18), "complex128", "dtypes.complex128")
qint8 = export_value(DType(11), "qint8", "dtypes.qint8")
quint8 = export_value(DType(12), "quint8", "dtypes.quint8")
qint16 = export_value(DType(15), "qint16", "dtypes.qint16")
quint16 = export_value(DType(16), "quint16", "dtypes.quint16")
qint32 = export_value(DType(13), "qint32", "dtypes.qint32")
resource = export_value(DType(20), "resource", "dtypes.resource")
variant = export_value(DType(21), "variant", "dtypes.variant")

# float32_ref, half_ref, ...: public names in 0.9; later code imports them from this module.
float16_ref, float32_ref, float64_ref, bfloat16_ref = (d.as_ref for d in (float16, float32, float64, bfloat16))
int8_ref, int16_ref, int32_ref, int64_ref = (d.as_ref for d in (int8, int16, int32, int64))
uint8_ref, uint16_ref, uint32_ref, uint64_ref = (d.as_ref for d in (uint8, uint16, uint32, uint64))
bool_ref, string_ref, complex64_ref, complex128_ref = (d.as_ref for d in (bool, string, complex64, complex128))
qint8_ref, quint8_ref, qint16_ref, quint16_ref = (d.as_ref for d in (qint8, quint8, qint16, quint16))
qint32_ref, resource_ref, variant_ref = (d.as_ref for d in (qint32, resource, variant))
half_ref, double_ref = float16_ref, float64_ref
for _base in _BY_ENUM.values():
    export_value(_base.as_ref, _base.as_ref.name)

QUANTIZED_DTYPES = export_value(
    frozenset(d for d in _BY_ENUM.values() if d.is_quantized), "QUANTIZED_DTYPES", "dtypes.QUANTIZED_DTYPES"
)

# The groups which operation definitions write as "numbertype", "realnumbertype" and "quantizedtype"; order as there.
NUMBER_TYPES = (
    *(float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32),
    *(bfloat16, uint16, complex128, float16, uint32, uint64),
)
REAL_NUMBER_TYPES = tuple(d for d in NUMBER_TYPES if not (d.is_complex or d.is_quantized))
FLOATING_TYPES = tuple(d for d in NUMBER_TYPES if d.is_floating)
INTEGER_TYPES = tuple(d for d in NUMBER_TYPES if d.is_integer)
COMPLEX_TYPES = (complex64, complex128)
QUANTIZED_TYPES = (qint8, quint8, qint32, qint16, quint16)
INDEX_TYPES = (int32, int64)


def _conversions() -> dict[Any, DType]:
    table: dict[Any, DType] = dict(_BY_ENUM)
    table.update({d.name: d for d in _BY_ENUM.values()})
    for alias, dtype in (("half", float16), ("float", float32), ("double", float64)):
        table[alias] = dtype
        table[alias + "_ref"] = dtype._as_ref
    for enum, *_ in _TABLE:
        dtype = _BY_ENUM[enum]
        if dtype.is_numpy_compatible:
            table[dtype.as_numpy_dtype] = table[np.dtype(dtype.as_numpy_dtype)] = dtype
    table[np.dtype([("resource", np.ubyte)])] = resource
    # C's names for 64-bit integers: on most systems NumPy has two scalar types of the same width.
    for scalar in (np.intc, np.uintc, np.int_, np.uint, np.longlong, np.ulonglong):
        table.setdefault(scalar, table[np.dtype(f"{np.dtype(scalar).kind}{np.dtype(scalar).itemsize}")])
    table[np.str_] = table[np.bytes_] = string
    # Only these three Python types, as in 1.x: `int` could mean int32 or int64.
    table[float] = float32
    table[builtins.bool] = bool
    table[object] = string
    return table


_ANY_TO_DTYPE = _conversions()


@export("as_dtype", "dtypes.as_dtype")
def as_dtype(type_value: Any) -> DType:
    """Converts a value that names a type to a `DType`.

    Args:
      type_value: a `DType`, a NumPy type, a name ("float32", "float", "int32_ref"), a number of `types.proto`, or one
        of the Python types `float` (float32), `bool` and `object` (string).

    Returns:
      The `DType`.

    Raises:
      TypeError: there is no such type.

    Example:
      >>> import penstock as tf
      >>> tf.as_dtype("half"), tf.as_dtype(9)
      (tf.float16, tf.int64)
    """
    if type(type_value) is DType:
        return type_value
    try:
        return _ANY_TO_DTYPE[type_value]
    except (KeyError, TypeError):
        pass
    if isinstance(type_value, np.dtype) and type_value.names is None:
        # Strings of any length and foreign byte orders: too many to be keys.
        found = _ANY_TO_DTYPE.get(type_value.type)
        if found is not None:
            return found
    raise TypeError(f"Cannot convert value {type_value!r} to a TensorFlow DType.")


# The names that 1.15's kernels use for types in their messages.
_KERNEL_NAMES = {"float32": "float", "float64": "double", "float16": "half"}


def type_text(dtype: DType) -> str:
    """The name of a type as kernels of 1.15 print it: `float`, not `float32`."""
    return _KERNEL_NAMES.get(dtype.base_dtype.name, dtype.base_dtype.name)
