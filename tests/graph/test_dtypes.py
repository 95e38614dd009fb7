"""Element types: names, numbers, conversions and properties."""

import copy
import pickle

import ml_dtypes
import numpy as np
import pytest

from penstock.graph import dtypes

ALL = [dtypes.as_dtype(i) for i in range(1, 24)]

# Each property of each type, as text; errors become the name of their class. Runs here and in the peer.
SURVEY = """
def survey(as_dtype, DType):
    def ask(d, name):
        try:
            value = getattr(d, name)
        except Exception as e:
            return type(e).__name__
        return value.name if isinstance(value, DType) else str(value)
    kinds = "name real_dtype is_floating is_integer is_unsigned is_quantized is_complex is_bool is_numpy_compatible"
    table = {}
    for i in range(1, 24):
        # NumPy 2 prints the bounds of 16-bit floats with other digits than NumPy 1.
        names = kinds.split() + ([] if i in (14, 19) else ["min", "max"])
        table[i] = {name: ask(as_dtype(i), name) for name in names}
    return table
"""


def test_properties_are_those_of_tensorflow(peer):
    here: dict = {}
    exec(SURVEY, here)
    assert (
        here["survey"](dtypes.as_dtype, dtypes.DType)
        == peer.run(SURVEY + "result = {'table': survey(tf.as_dtype, tf.DType)}")["table"]
    )


def test_bounds_of_16_bit_floats():
    assert float(dtypes.float16.max) == 65504 and float(dtypes.float16.min) == -65504
    assert float(dtypes.bfloat16.max) == float.fromhex("0x1.FEp127") == -float(dtypes.bfloat16.min)


@pytest.mark.parametrize(
    "value, name",
    [
        ("float", "float32"),
        ("half", "float16"),
        ("double", "float64"),
        ("half_ref", "float16_ref"),
        ("int32_ref", "int32_ref"),
        ("qint8", "qint8"),
        (1, "float32"),
        (101, "float32_ref"),
        (np.float32, "float32"),
        (np.dtype("int64"), "int64"),
        (np.longlong, "int64"),
        (np.dtype("S3"), "string"),
        (np.dtype("U2"), "string"),
        (np.dtype(">f4"), "float32"),
        (np.bytes_, "string"),
        (np.dtype(object), "string"),
        (ml_dtypes.bfloat16, "bfloat16"),
        (np.dtype(ml_dtypes.bfloat16), "bfloat16"),
        (np.dtype([("qint8", np.int8)]), "qint8"),
        (float, "float32"),
        (bool, "bool"),
        (object, "string"),
        (dtypes.int16, "int16"),
    ],
)
def test_as_dtype_accepts_names_numbers_and_numpy_types(value, name):
    assert dtypes.as_dtype(value).name == name


@pytest.mark.parametrize("value", [int, str, bytes, complex, "int", "str", "object", 0, 24, None, [1], np.void])
def test_as_dtype_rejects_what_names_no_type(value):
    with pytest.raises(TypeError, match="Cannot convert value .* to a TensorFlow DType"):
        dtypes.as_dtype(value)


def test_every_type_has_a_reference_type_and_back():
    for d in ALL:
        ref = d.as_ref
        assert ref.is_ref_dtype and ref._is_ref_dtype and not d.is_ref_dtype
        assert (ref.name, int(ref)) == (d.name + "_ref", int(d) + 100)
        assert ref.base_dtype is d and ref.as_ref is ref and ref._as_ref is ref
        assert ref.as_numpy_dtype == d.as_numpy_dtype
        assert getattr(dtypes, ref.name) is ref


def test_a_reference_can_be_used_as_a_value_but_not_the_other_way_round():
    assert dtypes.float32.is_compatible_with(dtypes.float32_ref)
    assert not dtypes.float32_ref.is_compatible_with(dtypes.float32)
    assert dtypes.float32 != dtypes.float32_ref


def test_equality_converts_its_operand_and_never_raises():
    assert dtypes.float32 == np.float32 and dtypes.float32 == "float32" and dtypes.float32 == np.dtype("float32")
    assert dtypes.float32 != None and dtypes.float32 != "no type" and dtypes.float32 != [1]  # noqa: E711
    assert dtypes.float32 in (np.int32, np.float32)
    assert {dtypes.float32: 1}[dtypes.as_dtype("float")] == 1


def test_objects_are_interned_through_construction_copy_and_pickle():
    for d in ALL:
        assert dtypes.DType(int(d)) is d
        assert pickle.loads(pickle.dumps(d)) is d
        assert copy.deepcopy(d) is d
    with pytest.raises(TypeError, match="not a valid types_pb2.DataType"):
        dtypes.DType(99)


def test_printed_forms():
    assert repr(dtypes.float32) == "tf.float32"
    assert str(dtypes.float32_ref) == "<dtype: 'float32_ref'>"


def test_limits_are_image_intensities():
    assert dtypes.uint8.limits == (0, 255)
    assert dtypes.int16.limits == (0, 32767)
    assert dtypes.float32.limits == (0, 1)
    for d in (dtypes.float16, dtypes.string, dtypes.qint8, dtypes.resource):
        with pytest.raises(ValueError, match="does not have defined limits"):
            d.limits


def test_sizes_are_those_of_the_elements():
    assert [d.size for d in (dtypes.bool, dtypes.bfloat16, dtypes.complex128, dtypes.qint32)] == [1, 2, 16, 4]
    assert dtypes.resource.size == dtypes.variant.size == 1


def test_quantized_values_travel_as_plain_integers():
    assert dtypes.qint8.as_numpy_dtype == np.dtype([("qint8", np.int8)])
    assert dtypes.qint8.storage == np.int8 and dtypes.quint16.storage == np.uint16
    assert dtypes.string.storage == dtypes.resource.storage == np.object_
    assert dtypes.qint8 in dtypes.QUANTIZED_DTYPES and dtypes.qint8_ref in dtypes.QUANTIZED_DTYPES


def test_type_groups_are_those_of_operation_definitions():
    assert len(dtypes.NUMBER_TYPES) == 17 and len(dtypes.REAL_NUMBER_TYPES) == 12
    assert dtypes.bool not in dtypes.NUMBER_TYPES and dtypes.qint32 not in dtypes.REAL_NUMBER_TYPES
