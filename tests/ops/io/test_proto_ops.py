"""Fields of protocol buffers become tensors, and tensors messages, as in TensorFlow."""

import pytest

from tests.ops.programs import same, same_error

# Makes `source`, the descriptors of a message with a field of every type, and `one`, `two`, serialized messages.
MESSAGES = """
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
everything = descriptor_pb2.FileDescriptorSet()
file = everything.file.add(name="t.proto", package="p", syntax="proto2")
message = file.message_type.add(name="M")
enum = file.enum_type.add(name="E")
enum.value.add(name="A", number=0)
enum.value.add(name="B", number=5)
kinds = "double float int64 uint64 int32 fixed64 fixed32 bool string group message bytes uint32 enum sfixed32".split()
kinds += "sfixed64 sint32 sint64".split()
nested = {"message": ".p.M", "enum": ".p.E"}
defaults = {"int32": "7", "string": "hi", "bool": "true"}
for number, kind in enumerate(kinds, 1):
    if kind != "group":
        for many in (False, True):
            field = message.field.add(name=kind + "s" * many, number=number + 50 * many, type=number, label=3 if many else 1)
            if kind in nested:
                field.type_name = nested[kind]
            if not many and kind in defaults:
                field.default_value = defaults[kind]
packed = message.field.add(name="packed", number=200, type=2, label=3)
packed.options.packed = True
packed = message.field.add(name="packed_ints", number=201, type=17, label=3)
packed.options.packed = True
pool = descriptor_pool.DescriptorPool()
pool.Add(file)
M = message_factory.GetMessageClass(pool.FindMessageTypeByName("p.M"))
source = b"bytes://" + everything.SerializeToString()
one = M(double=1.5, float=2.5, int64=-3, uint64=2**64 - 1, int32=-5, fixed64=6, fixed32=2**32 - 1, bool=False, string="x",
        bytes=b"y", uint32=2**32 - 1, enum=5, sfixed32=-8, sfixed64=-9, sint32=-10, sint64=-11, packed=[1.0, 2.0],
        packed_ints=[-1, 300], int64s=[1, -2, 3], strings=["a", "b"], bools=[True, False], floats=[0.5], sint64s=[-7, 7])
one.message.int32 = 44
one.messages.add().string = "deep"
one = one.SerializeToString()
two = M(int64s=[9]).SerializeToString()
types = {"double": tf.float64, "float": tf.float32, "int64": tf.int64, "uint64": tf.uint64, "int32": tf.int32,
         "fixed64": tf.uint64, "fixed32": tf.uint32, "bool": tf.bool, "string": tf.string, "message": tf.string,
         "bytes": tf.string, "uint32": tf.uint32, "enum": tf.int32, "sfixed32": tf.int32, "sfixed64": tf.int64,
         "sint32": tf.int32, "sint64": tf.int64}
"""
DECODE = """
names = [k + s for k in types for s in ("", "s")] + ["packed", "packed_ints"]
wanted = [types[k] for k in types for s in ("", "s")] + [tf.float32, tf.int32]
calls = [
    tf.io.decode_proto([one, two], "p.M", names, wanted, source),
    tf.io.decode_proto([[two], [one]], "p.M", ["int32", "float", "uint32"], [tf.int64, tf.float64, tf.uint64], source),
    tf.io.decode_proto(one, "p.M", ["string", "message"], [tf.string, tf.string], source, sanitize=True),
    tf.io.decode_proto(["int32: 4 int64s: [5, 6]", ""], "p.M", ["int32", "int64s"], [tf.int32, tf.int64], source, "text"),
    tf.io.decode_proto(b"", "p.M", ["int32", "bytess"], [tf.int32, tf.string], source),
    tf.io.decode_proto([one + two], "p.M", ["int64s"], [tf.int64], source),
    tf.io.decode_proto([two + one + b"\\x28\\x09"], "p.M", ["int32"], [tf.int32], source),
]
flat = [t for c in calls for t in [c.sizes, *c.values]]
shapes = [t.shape.as_list() for t in flat]
with tf.Session() as sess:
    result = dict(shapes=shapes, values=[np.asarray(v) for v in sess.run(flat)])
"""
ENCODE = """
def numbers(kind, *rows):
    return tf.constant(np.array(rows, types[kind].as_numpy_dtype) if kind != "string" else rows, types[kind])
calls = [tf.io.encode_proto([[2], [1]], [numbers(k, [3, 4], [5, 0])], [k + "s"], "p.M", source)
         for k in types if types[k] not in (tf.string, tf.bool)]
calls += [tf.io.encode_proto([[1]], [numbers(k, [-3])], [k], "p.M", source)
          for k in ("int32", "int64", "sint32", "sint64", "sfixed32", "enum", "double")]
calls += [
    tf.io.encode_proto([[1, 2, 1]], [tf.constant([["ab"]]), numbers("int64", [1, 2]), tf.constant([[True]])],
                       ["string", "int64s", "bool"], "p.M", source),
    tf.io.encode_proto([[2, 2]], [numbers("float", [1, 2]), numbers("int32", [-1, 300])], ["packed", "packed_ints"],
                       "p.M", source),
    tf.io.encode_proto([[1], [0]], [tf.constant([[two], [two]])], ["message"], "p.M", source),
    tf.io.encode_proto([[[2]]], [numbers("int64", [1, 2])[None]], ["int32s"], "p.M", source),
]
with tf.Session() as sess:
    result = dict(shapes=[c.shape.as_list() for c in calls], values=[np.asarray(v) for v in sess.run(calls)])
"""


@pytest.mark.parametrize("program", [DECODE, ENCODE], ids=["decode", "encode"])
def test_messages_are_read_and_written_as_by_tensorflow(peer, monkeypatch, program):
    same(peer, MESSAGES + program, monkeypatch)


LOCAL = """
message = tf.train.Feature(int64_list=tf.train.Int64List(value=[3])).SerializeToString()
found = tf.io.decode_proto([message], "tensorflow.Feature", ["int64_list"], [tf.string])
with tf.Session() as sess:
    result = dict(value=np.asarray(sess.run(found.values[0])))
"""


def test_messages_of_tensorflow_are_known(peer, monkeypatch):
    same(peer, LOCAL, monkeypatch)


D = "tf.io.decode_proto({}, {}, {}, {}, source)"
ERRORS = {
    D.format("[one]", "'p.N'", "['int32']", "[tf.int32]"): "No descriptor found for message type p.N",
    D.format("[one]", "'p.M'", "['nope']", "[tf.int32]"): "Unknown field: nope in message type p.M",
    D.format("[one]", "'p.M'", "['string']", "[tf.int32]"): "Unexpected output type for p.M.string: 9 to 3",
    D.format("[one]", "'p.M'", "['int32', 'int64']", "[tf.int32]"): "must have the same length",
    D.format("tf.constant([], tf.string)", "'p.M'", "['int32']", "[tf.int32]"): "at least one value",
    D.format("[b'\\xff\\xff']", "'p.M'", "['int32']", "[tf.int32]"): "CountFields: Failed to consume entire buffer",
    "tf.io.decode_proto(['zz'], 'p.M', ['int32'], [tf.int32], source, 'text')": "Unable to parse text protobuf",
    "tf.io.decode_proto(['zz'], 'p.M', ['int32'], [tf.int32], source, 'x')": "format must be one of binary or text",
    "tf.io.encode_proto([[1]], [tf.constant([[1.0]])], ['int32'], 'p.M', source)": "Saw dtype: float but field type is: int32",
    "tf.io.encode_proto([[3]], [tf.constant([[1]])], ['int32'], 'p.M', source)": "Size to write must not be larger",
    "tf.io.encode_proto([[1, 1]], [tf.constant([[1]])], ['int32'], 'p.M', source)": "Saw: [1,2] but expected: [1,1]",
    "tf.io.encode_proto([[1]], [tf.constant([[1]])], ['q'], 'p.M', source)": "Unknown field: q in message type p.M",
}


@pytest.mark.parametrize("expression", ERRORS)
def test_errors_are_those_of_tensorflow(peer, monkeypatch, expression):
    same_error(
        peer, MESSAGES + f"result = dict(y=tf.Session().run({expression}))", monkeypatch, part=ERRORS[expression]
    )
