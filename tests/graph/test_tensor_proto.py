"""Values become arrays and messages by the rules of 1.15; the bytes are those of real TensorFlow."""

import array as arrays
import pathlib
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

import penstock
from penstock import protos
from penstock.graph import dtypes
from penstock.graph.tensor_proto import make_ndarray, make_tensor_proto, make_user_ndarray, to_numpy

# Arguments of make_tensor_proto as source text, so that the peer can be asked the same; `tf` has the types in both.
SAME_BYTES = """
1 | 2**31 | 2**63 | -1 | True | 1.5 | float('nan') | 1e300 | -0.0 | 1j | 'a' | b'a' | '\\u00e9' | ''
[] | [[], []] | [1, 2.5] | [True, 1] | [True, False] | [1, 2j] | (1, 2) | [(1, 2), [3, 4]] | [2**40, 1]
[np.float64(1)] | [np.int64(2**40)] | [b'a\\0', b'b'] | ['a', b'b'] | [['a'], ['b']] | [-2**31, 2**31 - 1]
1, tf.int64 | -1, tf.uint8 | 2**31, tf.int32 | True, tf.int32 | 1, tf.complex64 | 1, 'float' | 1, np.float64
3, tf.uint32 | [1, 2, 3], tf.int8 | [1, 2, 3], tf.uint64 | [1, 2], tf.uint16 | 7, tf.int16 | [1+2j], tf.complex128
[1, 2], tf.complex64 | 1.0, tf.float16
1.0, tf.bfloat16 | 65504, tf.float16 | ['a', b'b'], tf.string | [True], tf.bool | [300, -300], tf.int8
(1,), tf.qint8 | [(1,), (2,)], tf.qint8 | [(1,), (2,)], tf.quint16 | [[(1,)], [(2,)]], tf.qint32
np.array([1, 2], np.int8), tf.qint8 | np.array([1.5, -1.5]), tf.int32 | np.array([1, 2], np.uint16) | np.float64(1)
np.array(['a', 'bc']) | np.array([b'a', b'bc']) | np.array(['a', 'b'], object) | np.array([b'a'], 'S4')
bytearray(b'ab') | np.asfortranarray(np.arange(6).reshape(2, 3)) | np.arange(10)[::-2] | np.zeros((2, 0))
np.array([2**40, 1]) | np.array([[True], [False]]) | np.array([1, 2j], np.complex64) | np.array(2, np.uint64)
1, tf.int32, [2, 3] | [1, 2, 3], tf.int32, [2, 2] | 1, tf.int32, [0] | 1., None, [2, 0] | np.zeros((2, 2)), None, [4]
[1, 2], tf.int32, [2], True | [1, 2], tf.int32, [1, 2], False, True | 1, tf.int32, [2, 2], False, True | 'a', None, [3]
'a', None, [0] | [1.5, 2.5], tf.float64, [3] | True, None, [2] | [1j], None, [2]
"""
SAME_BYTES = [case.strip() for line in SAME_BYTES.strip().splitlines() for case in line.split(" | ")]

# What 1.15 says (later releases say it in other words).
ERRORS = {
    "'a', tf.int32": "TypeError: Expected int32, got 'a' of type 'str' instead.",
    "1.5, tf.int32": "TypeError: Expected int32, got 1.5 of type 'float' instead.",
    "[[1, 2], [3, 4.0]], tf.uint8": "TypeError: Expected uint8, got 4.0 of type 'float' instead.",
    "[1.5, 'a'], tf.float32": "TypeError: Expected float32, got 'a' of type 'str' instead.",
    "1j, tf.float32": "TypeError: Expected float32, got 1j of type 'complex' instead.",
    "1, tf.bool": "TypeError: Expected bool, got 1 of type 'int' instead.",
    "[1], tf.string": "TypeError: Expected string, got 1 of type 'int' instead.",
    "[1], tf.qint8": "TypeError: Expected qint8, got 1 of type 'int' instead.",
    "[3.0, None], tf.int64": "TypeError: Expected int64, got 3.0 of type 'float' instead.",
    "[1, 'a']": "TypeError: Failed to convert object of type <class 'list'> to Tensor. Contents: [1, 'a']. "
    "Consider casting elements to a supported type.",
    "['a', 1]": "TypeError: Failed to convert object of type <class 'list'> to Tensor. Contents: ['a', 1]. "
    "Consider casting elements to a supported type.",
    "[1, None]": "TypeError: Failed to convert object of type <class 'list'> to Tensor. Contents: [1, None]. "
    "Consider casting elements to a supported type.",
    "{'a': 1}": "TypeError: Failed to convert object of type <class 'dict'> to Tensor. Contents: {'a': 1}. "
    "Consider casting elements to a supported type.",
    "np.array([1, 'a'], object)": "TypeError: Expected binary or unicode string, got 1",
    "np.array([1]), tf.string": "TypeError: Expected binary or unicode string, got 1",
    "1, tf.resource": "TypeError: Incompatible types: <dtype: 'resource'> vs. int64. Value is 1",
    "[1, 2], tf.int32, [1, 2], True": "TypeError: Expected Tensor's shape: (1, 2), got (2,).",
    "[1, 2], tf.int32, [3], False, True": "TypeError: Expected Tensor's shape: (3,), got (2,).",
    "[1, 2, 3], tf.int32, [2]": "ValueError: Too many elements provided. Needed at most 2, but received 3",
    "1, tf.int32, [1], True, True": "ValueError: allow_broadcast and verify_shape are not both allowed.",
    "None": "ValueError: None values not supported.",
    "[[1, 2], [3]]": "ValueError: Argument must be a dense tensor: [[1, 2], [3]] - got shape [2], but wanted [2, 2].",
    "[[1, 2], [3]], tf.float32": "ValueError: Argument must be a dense tensor: [[1, 2], [3]] - got shape [2], "
    "but wanted [2, 2].",
    "[['a', 'b'], ['c']]": "ValueError: Argument must be a dense tensor: [['a', 'b'], ['c']] - got shape [2], "
    "but wanted [2, 2].",
    "[np.array([1, 2])]": "ValueError: Argument must be a dense tensor: [array([1, 2])] - got shape [1, 2], "
    "but wanted [1].",
}

ASK = """
import warnings
warnings.simplefilter("ignore")
result = {}
for case in cases:
    try:
        result[case] = eval(f"tf.make_tensor_proto({case})").SerializeToString()
    except Exception as error:
        result[case] = type(error).__name__
"""


def make(case):
    return eval(f"make({case})", {"make": make_tensor_proto, "tf": dtypes, "np": np})


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tolist() == b.tolist()


# --- against real TensorFlow ------------------------------------------------------------------------------------------


def test_bytes_are_those_of_real_tensorflow(peer):
    theirs = peer.run(ASK, cases=SAME_BYTES)
    mine = {case: make(case).SerializeToString() for case in SAME_BYTES}
    assert {case: data for case, data in mine.items() if data != theirs[case]} == {}


def test_what_real_tensorflow_refuses_is_refused_with_the_same_class_of_error(peer):
    theirs = peer.run(ASK, cases=list(ERRORS))
    assert {case: text.partition(":")[0] for case, text in ERRORS.items()} == theirs


@pytest.mark.parametrize("case", ERRORS)
def test_errors_have_the_text_of_1_15(case):
    kind, _, text = ERRORS[case].partition(": ")
    with pytest.raises({"TypeError": TypeError, "ValueError": ValueError}[kind]) as info:
        make(case)
    assert str(info.value) == text


def test_several_half_precision_values_are_written_as_in_1_15_and_read_by_later_releases(peer):
    for dtype in (np.float16, ml_dtypes.bfloat16):
        value = np.array([1.5, -2, np.inf], dtype)
        proto = make_tensor_proto(value)
        assert len(proto.half_val) == 3 and not proto.tensor_content
        source = """
        from tensorflow.core.framework import tensor_pb2
        result = {"value": tf.make_ndarray(tensor_pb2.TensorProto.FromString(data))}
        """
        assert same(peer.run(source, data=proto.SerializeToString())["value"], value)


def test_protos_of_real_tensorflow_are_read_as_its_runtime_reads_them(peer):
    cases = [case for case in SAME_BYTES if "qint" not in case and "quint" not in case and "nan" not in case]
    source = """
    import warnings
    warnings.simplefilter("ignore")
    result = {}
    for case in cases:
        proto = eval(f"tf.make_tensor_proto({case})")
        attrs = {"value": tf.AttrValue(tensor=proto), "dtype": tf.AttrValue(type=proto.dtype)}
        const = tf.get_default_graph().create_op("Const", [], [tf.as_dtype(proto.dtype)], attrs=attrs).outputs[0]
        value = tf.Session().run(const)
        result[case] = proto.SerializeToString(), value
    """
    for case, (data, theirs) in peer.run(source, cases=cases).items():
        if isinstance(theirs, bytes):
            theirs = np.array(theirs, object)
        assert same(make_ndarray(protos.TensorProto.FromString(data)), theirs), case


# --- arrays and back --------------------------------------------------------------------------------------------------

TYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", "?"]
VALUES = [
    *(np.array([[0, 1, 2], [3, 4, 5]], t) for t in TYPES),
    np.array([1.5, -2], ml_dtypes.bfloat16),
    np.array([[b"a", b"\xff\0"]], object),
    np.array(3.5),
    np.zeros((0, 3), np.float32),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{value.dtype}{value.shape}")
def test_an_array_survives_the_way_to_a_proto_and_back(value):
    back = make_ndarray(make_tensor_proto(value))
    assert same(back, value) and back.flags.writeable


@pytest.mark.parametrize("name", ["qint8", "qint16", "qint32", "quint8", "quint16"])
def test_quantized_values_are_plain_integers_inside_and_marked_for_the_user(name):
    dtype = dtypes.as_dtype(name)
    for proto in (make_tensor_proto([(1,), (2,)], dtype), make_tensor_proto((1,), dtype, [2])):
        assert make_ndarray(proto).dtype == dtype.storage and make_ndarray(proto)[0] == 1
        assert make_user_ndarray(proto).dtype == np.dtype(dtype.as_numpy_dtype)
    assert make_tensor_proto(make_user_ndarray(proto)).dtype == dtype.as_datatype_enum


def test_the_last_value_is_repeated_and_no_value_means_zeros():
    proto = make_tensor_proto([1.0, 2.0], shape=[2, 2])
    assert make_ndarray(proto).tolist() == [[1, 2], [2, 2]]
    for name, zero in (("float32", 0), ("string", b""), ("complex64", 0), ("bfloat16", 0), ("bool", False)):
        proto = make_tensor_proto(np.zeros((0,), dtypes.as_dtype(name).as_numpy_dtype), shape=[2])
        assert make_ndarray(proto).tolist() == [zero, zero]


def test_narrow_integers_out_of_range_wrap_as_in_c():
    proto = protos.TensorProto(dtype=protos.DT_INT8, int_val=[300, -129])
    proto.tensor_shape.dim.add(size=2)
    assert make_ndarray(proto).tolist() == [44, 127]


def test_strings_packed_by_the_runtime_are_read():
    proto = protos.TensorProto(dtype=protos.DT_STRING, tensor_content=b"\x01\x00\x80\x01" + b"a" + b"b" * 128)
    proto.tensor_shape.dim.add(size=3)
    assert make_ndarray(proto).tolist() == [b"a", b"", b"b" * 128]
    for bad in (b"\x01\x00\x80\x01a", b"\x01\x00", b"\xff" * 20, b"\x00\x00\x00extra"):
        proto.tensor_content = bad
        with pytest.raises(ValueError, match="tensor_content"):
            make_ndarray(proto)


def test_resources_are_not_arrays():
    with pytest.raises(TypeError, match="Unsupported tensor type: 20"):
        make_ndarray(protos.TensorProto(dtype=protos.DT_RESOURCE))


HOSTILE = {
    "huge": ([1 << 62], {"float_val": [1.0]}),
    "overflowing": ([1 << 33, 1 << 33], {"float_val": [1.0]}),
    "huge and empty": ([1 << 40], {}),
    "negative": ([-1], {"float_val": [1.0]}),
    "two negatives": ([-2, -2], {"float_val": [1.0] * 4}),
    "too many values": ([1], {"float_val": [1.0, 2.0]}),
    "too few bytes": ([3], {"tensor_content": b"1234"}),
    "too many bytes": ([1], {"tensor_content": b"12345678"}),
    "bytes for a huge shape": ([1 << 62], {"tensor_content": b"1234"}),
    "deep": ([1] * 100, {"float_val": [1.0]}),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_proto_is_an_error_and_takes_no_memory(case):
    dims, fields = HOSTILE[case]
    proto = protos.TensorProto(dtype=protos.DT_FLOAT, **fields)
    for dim in dims:
        proto.tensor_shape.dim.add(size=dim)
    with pytest.raises(ValueError):
        make_ndarray(proto)


def test_a_shape_of_unknown_rank_is_an_error():
    proto = protos.TensorProto(dtype=protos.DT_FLOAT, float_val=[1.0])
    proto.tensor_shape.unknown_rank = True
    with pytest.raises(ValueError, match="rank"):
        make_ndarray(proto)


def test_content_of_two_gigabytes_is_refused():
    huge = np.broadcast_to(np.float32(1), (1 << 29,))
    with pytest.raises(ValueError, match="Cannot create a tensor proto whose content is larger than 2GB."):
        make_tensor_proto(huge)


def test_a_proto_is_returned_as_it_is():
    proto = make_tensor_proto(1)
    assert make_tensor_proto(proto) is proto


# --- values to arrays -------------------------------------------------------------------------------------------------


def test_types_are_inferred_as_by_tf_constant():
    for value, dtype in [
        *((1, np.int32), (1 << 31, np.int64), (1.5, np.float32), (1e300, np.float32), (True, np.bool_)),
        *((1j, np.complex128), ("a", object), (np.float64(1), np.float64), ([np.float64(1)], np.float32)),
        *((np.array([1]), np.int64), ([1, 1 << 40], np.int64), ([1, 2.5], np.float32), ([], np.float32)),
        (range(3), np.int32),
        (arrays.array("d", [1]), np.float64),
    ]:
        assert to_numpy(value).dtype == dtype, value


def test_to_numpy_fills_the_shape_and_text_becomes_bytes():
    assert to_numpy([1, 2], shape=[2, 2]).tolist() == [[1, 2], [2, 2]]
    assert to_numpy([["ü"], [b"\0"]]).tolist() == [["ü".encode()], [b"\0"]]
    assert same(to_numpy("a", shape=[2]), np.array([b"a", b"a"], object))
    with pytest.raises(ValueError, match="not repeated beyond"):
        to_numpy(1, shape=[1 << 40])


def test_a_native_array_is_not_copied_unless_asked():
    for value in (np.arange(3), np.arange(6).reshape(2, 3), bytearray(b"abc")):
        assert np.shares_memory(to_numpy(value), np.asarray(value))
        assert not np.shares_memory(to_numpy(value, copy=True), np.asarray(value))


def test_foreign_byte_order_is_made_native():
    assert make_tensor_proto(np.array([1, 2], ">i4")).tensor_content == np.array([1, 2], "<i4").tobytes()


def test_a_list_with_a_tensor_in_it_is_no_value():
    class Symbolic:
        value_index = 0

    with pytest.raises(TypeError, match="List of Tensors when single Tensor expected"):
        to_numpy([1, [Symbolic()]])
    with pytest.raises(TypeError, match="Expected int32, got <.*Symbolic.* of type 'Symbolic' instead"):
        to_numpy([Symbolic()], dtypes.int32)


def test_values_need_no_protobuf():
    code = """if True:
        import sys
        from penstock.graph import tensor_proto
        tensor_proto.to_numpy([[1.0, 2], [3, 4]])
        assert not [name for name in sys.modules if name.startswith("google.protobuf")]
    """
    subprocess.run([sys.executable, "-c", code], check=True, cwd=pathlib.Path(penstock.__file__).parents[1])
