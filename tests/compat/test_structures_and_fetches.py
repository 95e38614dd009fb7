"""Names inside of 1.15: structures as messages, fetches with feeds, variables in collections; by 1.15.5."""

import importlib

import penstock as tf
from tests.contrib.both_sides import compare

STRUCTURES = """
import collections
from tensorflow.python.saved_model import nested_structure_coder
coder = nested_structure_coder.StructureCoder()
Point = collections.namedtuple("Point", "x y")
given = [
    [1, 2.5, "text", None, True], (1, (2, [])), {"a": -3}, Point(1, [tf.float32]), tf.TensorShape([2, None]),
    tf.TensorShape(None), tf.int64, tf.TensorSpec([None, 3], tf.float32, "x"), tf.TensorSpec(None, tf.string),
    tf.SparseTensorSpec([None, 4], tf.int32), tf.RaggedTensorSpec([None, None], tf.float32),
    tf.data.DatasetSpec(tf.TensorSpec([], tf.int64)),
]
written = [coder.encode_structure(value) for value in given]
again = [coder.decode_proto(message) for message in written]
named = again[3]
result = [
    [message.SerializeToString(deterministic=True) for message in written],
    [repr(value) for value in again if not isinstance(value, dict)], type(named).__name__, named._fields,
    coder.can_encode([object()]), coder.can_encode({"a": (1, 2)}),
    refusal(lambda: coder.encode_structure([b"bytes"])),
    refusal(lambda: coder.decode_proto(type(written[0])()))[0],
]
"""

FETCHES = """
from tensorflow.python.client import session as inside
x = tf.placeholder(tf.float32, [], name="x")
y = tf.add(x, 1., name="y")
nothing = tf.no_op(name="nothing")
handler = inside._FetchHandler(tf.get_default_graph(), {"a": [y, x, y], "b": (nothing, "y:0")}, {x: 5.})
result = [
    [t.name for t in handler.fetches()], [o.name for o in handler.targets()],
    handler.build_results(session, [np.float32(6)]),
    refusal(lambda: inside._FetchHandler(tf.get_default_graph(), "nowhere:0", {}))[0],
    refusal(lambda: handler.build_results(session, []))[0],
]
"""

VARIABLES = """
from tensorflow.python.ops import resource_variable_ops
result = []
for use_resource in (False, True):
    v = tf.get_variable("v%d" % use_resource, [2], use_resource=use_resource)
    message = resource_variable_ops._to_proto_fn(v)
    again = resource_variable_ops._from_proto_fn(message)
    result += [message.variable_name, message.is_resource, again.name, again.op is v.op, again.shape.as_list()]
"""


def test_structures_are_the_same_bytes(peer_1_15):
    assert compare(peer_1_15, STRUCTURES)[2:4] == ["Point", ("x", "y")]


def test_what_is_fed_is_not_fetched(peer_1_15):
    assert compare(peer_1_15, FETCHES)[:2] == [["y:0"], ["nothing"]]


def test_variables_go_through_messages(peer_1_15):
    assert compare(peer_1_15, VARIABLES)[4] == [2]


SHARDING = """
from tensorflow.compiler.xla.experimental.xla_sharding import xla_sharding
from tensorflow.compiler.xla import xla_data_pb2
x = tf.ones([4, 6], name="x")
told = []
for call in (
    lambda t: xla_sharding.replicate(t),
    lambda t: xla_sharding.assign_device(t, 3),
    lambda t: xla_sharding.tile(t, np.array([[0, 1], [3, 2]])),
    lambda t: xla_sharding.split(t, 1, 3),
    lambda t: xla_sharding.split(t, 0, 2, assign_tuple_sharding=True),
):
    y = tf.identity(x)
    told.append([call(y) is y, y.op.get_attr("_XlaSharding")])
first, second = tf.split(x, 2)
xla_sharding.assign_device(second, 1)
xla_sharding.assign_device(first, 2)
told.append(first.op.get_attr("_XlaSharding"))
result = [
    told, str(xla_sharding.Sharding.split(x, 1, 2).proto), xla_data_pb2.OpSharding.OTHER,
    refusal(lambda: xla_sharding.split(x, 0, 5)), refusal(lambda: xla_sharding.tile(x, [0, 1])),
    session.run(first).tolist(),
]
"""

DATASETS = """
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.ops import gen_dataset_ops

class Twice(dataset_ops.UnaryUnchangedStructureDataset):
    def __init__(self, input_dataset):
        self._input_dataset = input_dataset
        variant = gen_dataset_ops.repeat_dataset(
            input_dataset._variant_tensor, count=tf.constant(2, tf.int64),
            output_types=[tf.int64], output_shapes=[tf.TensorShape([])])
        super(Twice, self).__init__(input_dataset, variant)

twice = dataset_ops.DatasetV1Adapter(Twice(tf.data.Dataset.range(3)))
x = tf.compat.v1.data.make_one_shot_iterator(twice.map(lambda x: x + 1)).get_next()
values = [int(session.run(x)) for _ in range(6)]
result = [values, str(twice.element_spec), isinstance(twice, tf.data.Dataset), isinstance(twice, dataset_ops.DatasetV1),
          refusal(lambda: session.run(x))[0]]
"""


def test_shardings_are_the_same_attributes_and_change_no_value(peer_1_15):
    assert compare(peer_1_15, SHARDING)[2] == 3


def test_a_dataset_of_a_library_wraps_another(peer_1_15):
    assert compare(peer_1_15, DATASETS)[0] == [1, 2, 3, 1, 2, 3]


def test_an_inside_module_leaves_the_public_namespaces_with_the_name_tensorflow():
    tf.install()
    try:
        importlib.import_module("tensorflow.contrib.recurrent.python.recurrent_api")
        importlib.import_module("tensorflow.python.ops")
    finally:
        tf.uninstall()
    assert "recurrent" not in vars(tf.contrib) and "python" not in vars(tf)
