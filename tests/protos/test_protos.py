"""Messages are those of TensorFlow: same names, numbers, types and bytes; other copies of them do not disturb them."""

import copy
import pathlib
import pickle
import subprocess
import sys

import pytest
from google.protobuf import any_pb2, text_format
from google.protobuf.descriptor import FieldDescriptor

import penstock
from penstock import protos
from penstock.protos import public

# From the descriptors in the release 1.15.5: `message: number type name [in oneof]; ...`, `enum= number name; ...`.
FACTS = pathlib.Path(__file__).with_name("fields_1_15.txt")
# From tensorflow-serving-api 2.15.1, by `record_serving.py`.
SERVING = FACTS.with_name("fields_serving.txt")

TYPES = {
    getattr(FieldDescriptor, name): name[len("TYPE_") :].lower()
    for name in dir(FieldDescriptor)
    if name.startswith("TYPE_")
}

# Describes all messages and enums that TensorFlow's modules define; runs in the peer, so it uses only what is there.
DESCRIBE = """
import glob, importlib, os, tensorflow
root = os.path.dirname(tensorflow.__file__)
facts = {}
def enum(e):
    facts[e.full_name + "="] = {(v.number, v.name) for v in e.values}
def message(m):
    facts[m.full_name + ":"] = {
        (f.number, ("repeated " if f.label == f.LABEL_REPEATED else "")
         + (f.message_type.full_name if f.message_type else f.enum_type.full_name if f.enum_type else types[f.type]),
         f.name, f.containing_oneof.name if f.containing_oneof else "") for f in m.fields}
    for x in m.nested_types: message(x)
    for x in m.enum_types: enum(x)
for folder in ("core/framework", "core/protobuf", "core/util", "core/example", "core/debug", "core/profiler",
               "core/kernels/boosted_trees", "tsl/protobuf", "python/checkpoint", "python/training"):
    for path in glob.glob(os.path.join(root, folder, "*_pb2.py")):
        file = importlib.import_module("tensorflow." + os.path.relpath(path, root)[:-3].replace(os.sep, ".")).DESCRIPTOR
        for x in file.message_types_by_name.values(): message(x)
        for x in file.enum_types_by_name.values(): enum(x)
result = {name: sorted(values) for name, values in facts.items()}
"""


def ours() -> dict[str, set]:
    """What we define, in the form that `DESCRIBE` gives."""
    facts = {}

    def add_enum(enum):
        facts[enum.full_name + "="] = {(v.number, v.name) for v in enum.values}

    def kind(field):
        named = field.message_type or field.enum_type
        return ("repeated " if field.is_repeated else "") + (named.full_name if named else TYPES[field.type])

    def add(message):
        facts[message.full_name + ":"] = {
            (f.number, kind(f), f.name, f.containing_oneof.name if f.containing_oneof else "") for f in message.fields
        }
        for nested in message.nested_types:
            add(nested)
        for enum in message.enum_types:
            add_enum(enum)

    for file in {protos.find(name).DESCRIPTOR.file.name for name in protos._loaded()[2]}:
        descriptor = protos.pool().FindFileByName(file)
        for message in descriptor.message_types_by_name.values():
            add(message)
        for enum in descriptor.enum_types_by_name.values():
            add_enum(enum)
    return {name: values for name, values in facts.items() if name.startswith("tensorflow.")}


def facts_of_1_15(file: pathlib.Path = FACTS) -> dict[str, set]:
    facts = {}
    for line in file.read_text().splitlines():
        head, _, tail = line.partition(" ")
        facts[head] = set()
        for item in filter(None, tail.split("; ")):
            number, rest = item.split(" ", 1)
            rest, _, oneof = rest.partition(" in ")
            kind, _, name = rest.rpartition(" ")
            facts[head].add((int(number), kind, name, oneof) if head.endswith(":") else (int(number), rest))
    return facts


def test_every_message_field_and_enum_value_of_1_15_is_there():
    mine = ours()
    missing = {name: values - mine.get(name, set()) for name, values in facts_of_1_15().items()}
    assert len(missing) > 250
    assert {name: values for name, values in missing.items() if values or name not in mine} == {}


def test_messages_of_serving_are_those_of_its_official_package():
    theirs = facts_of_1_15(SERVING)
    mine = {name: values for name, values in ours().items() if name.startswith("tensorflow.serving.")}
    assert len(theirs) > 50
    assert {name: mine.get(name) for name in theirs} == theirs
    # Files that configure a server are not in the package; tests/serving reads some as people write them.
    configuration = """SavedModelBundleSourceAdapterConfig SSLConfig PrometheusConfig MonitoringConfig PlatformConfig
        ModelWarmupOptions BatchingParameters"""
    expected = (*(f"tensorflow.serving.{n}" for n in configuration.split()), "tensorflow.serving.SessionBundleConfig")
    older = facts_of_1_15().keys()  # what exports said before there were SavedModels
    assert {name for name in mine.keys() - theirs.keys() - older if not name.startswith(expected)} == set()


def test_fields_agree_with_a_later_tensorflow(peer):
    theirs = {name: set(map(tuple, values)) for name, values in peer.run(DESCRIBE, types=TYPES).items()}
    mine, old = ours(), facts_of_1_15()
    # What tasks say to each other is in no Python module of TensorFlow's; `tests/distributed/mixtures.py` talks to real ones.
    wire = protos.pool().FindFileByName("penstock/protos/distributed.proto").message_types_by_name
    # HParamDef and two tests of decision trees are of tf.contrib, which a later TensorFlow does not have.
    contrib = ("HParamDef", "decision_trees.MatchingValuesTest", "decision_trees.ConstResultTest", "serving.")
    gone = (*(f"tensorflow.{name}" for name in contrib), *(f"tensorflow.{name}:" for name in wire))
    assert {n for n in mine if n not in theirs and n not in old and not n.startswith(gone)} == set()
    for name in mine.keys() & theirs.keys():
        assert theirs[name] - mine[name] == set(), f"{name} lacks fields"
        assert mine[name] - theirs[name] <= old.get(name, set()), f"{name} has fields that no TensorFlow has"


def test_the_compiled_descriptors_are_up_to_date():
    pytest.importorskip("grpc_tools")  # of the extra `dev`
    from penstock.tools import protos as tool

    assert protos.DESCRIPTORS.read_bytes() == tool.compile_all()


def test_messages_and_enums_are_found_by_name():
    graph = protos.GraphDef(versions=protos.VersionDef(producer=134))
    assert graph.versions.producer == 134
    assert protos.DT_FLOAT == protos.DataType.Value("DT_FLOAT") == 1
    assert protos.OptimizerOptions.ON_1 == protos.OptimizerOptions.GlobalJitLevel.Value("ON_1") == 1
    assert protos.find("tensorflow.tfprof.OpLogProto") is protos.OpLogProto
    assert protos.find("tensorflow.Summary.Value") is protos.Summary.Value
    assert protos.find("tensorflow.error.Code").Name(3) == "INVALID_ARGUMENT"
    assert "SavedModel" in dir(protos)
    with pytest.raises(AttributeError, match="NoSuchMessage"):
        protos.NoSuchMessage
    with pytest.raises(KeyError):
        protos.find("tensorflow.NoSuchMessage")


def test_any_holds_messages_of_the_private_pool():
    config = protos.ConfigProto(allow_soft_placement=True)
    meta = protos.MetaGraphDef()
    meta.meta_info_def.any_info.Pack(config)
    back, read = protos.MetaGraphDef.FromString(meta.SerializeToString()), protos.ConfigProto()
    assert back.meta_info_def.any_info.Is(protos.ConfigProto.DESCRIPTOR)
    assert back.meta_info_def.any_info.Unpack(read) and read == config
    text = text_format.MessageToString(meta, descriptor_pool=protos.pool())
    assert "allow_soft_placement: true" in text
    assert text_format.Parse(text, protos.MetaGraphDef(), descriptor_pool=protos.pool()) == meta
    assert (
        any_pb2.Any.FromString(meta.meta_info_def.any_info.SerializeToString()).TypeName() == "tensorflow.ConfigProto"
    )


def test_messages_can_be_copied_and_pickled_nested_ones_too():
    value = protos.Summary.Value(tag="loss", simple_value=0.5)
    node = protos.GraphDef(node=[protos.NodeDef(name="a")]).node[0]
    for message in (value, node, protos.ConfigProto(device_count={"CPU": 2}), protos.ConfigProto.Experimental()):
        for again in (pickle.loads(pickle.dumps(message)), copy.deepcopy(message), copy.copy(message)):
            assert type(again) is type(message) and again == message


def test_unknown_fields_survive():
    data = protos.NodeDef(name="a").SerializeToString() + b"\xfa\x7f\x03abc"  # field 2047
    assert protos.NodeDef.FromString(data).SerializeToString() == data


def test_public_names_are_the_messages():
    assert public.ConfigProto is protos.ConfigProto
    assert public.OpLogProto is protos.OpLogProto and public.SequenceExample is protos.SequenceExample


def test_importing_does_not_load_protobuf_and_tensorboard_may_share_the_process():
    code = """if True:
        import sys
        from penstock import protos
        assert not [name for name in sys.modules if name.startswith("google.protobuf")]
        from tensorboard.compat.proto import event_pb2, graph_pb2
        event = protos.Event(step=3, summary=protos.Summary(value=[protos.Summary.Value(tag="t", simple_value=2)]))
        other = event_pb2.Event.FromString(event.SerializeToString())
        assert other.summary.value[0].tag == "t" and type(other) is not type(event)
    """
    root = pathlib.Path(penstock.__file__).parents[1]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)


def test_a_graph_of_real_tensorflow_has_no_unknown_fields(peer):
    data = peer.run(
        """
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        v = tf.Variable(tf.ones([3, 2]), name="v")
        tf.add_to_collection(tf.GraphKeys.QUEUE_RUNNERS, tf.train.QueueRunner(tf.FIFOQueue(3, [tf.float32]), [v.op]))
        tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)], name="loop")
        tf.matmul(x, v, name="y")
        meta = tf.train.export_meta_graph()
        result = {"meta": meta.SerializeToString(deterministic=True), "text": str(meta)}
        """
    )
    meta = protos.MetaGraphDef.FromString(data["meta"])
    assert meta.SerializeToString(deterministic=True) == data["meta"]
    assert text_format.MessageToString(meta, descriptor_pool=protos.pool()).count("\n") == data["text"].count("\n")
    copied = protos.MetaGraphDef.FromString(data["meta"])
    copied.DiscardUnknownFields()
    assert copied == meta
    runner = protos.QueueRunnerDef.FromString(meta.collection_def["queue_runners"].bytes_list.value[0])
    assert runner.enqueue_op_name == ["v"]
