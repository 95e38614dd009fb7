"""`import tensorflow` gives Penstock: public namespaces, inside modules, and the usual errors for what is not there."""

import importlib
import inspect
import re
import sys

import pytest

import penstock
from penstock import _namespace, protos
from penstock.compat import inside
from penstock.compat import tensorflow as compat
from tests.subprocesses import python


@pytest.fixture(autouse=True)
def installed():
    penstock.install()
    yield
    penstock.uninstall()


def test_tensorflow_is_penstock_and_names_its_version():
    import tensorflow as tf

    assert tf is penstock
    assert re.fullmatch(r"1\.15\.\d", tf.__version__)
    assert tf.__version__ == tf.VERSION == tf.version.VERSION
    assert tf.__penstock__ in tf.GIT_VERSION
    assert inspect.getfile(tf) == penstock.__file__


def test_public_namespaces_are_penstocks_own_modules():
    import tensorflow as tf
    import tensorflow.compat.v1 as v1
    import tensorflow.logging as logging
    from tensorflow.compat.v1 import gfile
    from tensorflow.errors import NotFoundError

    assert logging is tf.logging and v1.Graph is tf.Graph
    assert gfile.Open is tf.gfile.Open and NotFoundError is tf.errors.NotFoundError


SAME = [
    ("tensorflow.python.framework.ops", "Graph", "Graph"),
    ("tensorflow.python.framework.ops", "GraphKeys", "GraphKeys"),
    ("tensorflow.python.framework.dtypes", "float32", "float32"),
    ("tensorflow.python.framework.errors", "NotFoundError", "errors.NotFoundError"),
    ("tensorflow.python.framework.errors_impl", "OutOfRangeError", "errors.OutOfRangeError"),
    ("tensorflow.python.framework.tensor_shape", "TensorShape", "TensorShape"),
    ("tensorflow.python.framework.versions", "__version__", "VERSION"),
    ("tensorflow.python.platform.gfile", "FastGFile", "gfile.FastGFile"),
    ("tensorflow.python.platform.tf_logging", "info", "logging.info"),
    ("tensorflow.python.platform.app", "run", "app.run"),
    ("tensorflow.python.platform.flags", "DEFINE_string", "flags.DEFINE_string"),
    ("tensorflow.python.platform.resource_loader", "load_resource", "resource_loader.load_resource"),
    ("tensorflow.python.util.compat", "as_bytes", "compat.as_bytes"),
    ("tensorflow.python.util.nest", "flatten", "nest.flatten"),
    ("tensorflow.python.lib.io.file_io", "FileIO", "gfile.GFile"),
    ("tensorflow.python.lib.io.file_io", "file_exists", "gfile.Exists"),
    ("tensorflow.core.protobuf.config_pb2", "ConfigProto", "ConfigProto"),
    ("tensorflow.core.framework.graph_pb2", "GraphDef", "GraphDef"),
    ("tensorflow.core.example.example_pb2", "Example", "train.Example"),
    ("tensorflow.core.util.event_pb2", "Event", "Event"),
]


@pytest.mark.parametrize(("module", "name", "public"), SAME, ids=[f"{m}.{n}" for m, n, _ in SAME])
def test_inside_names_are_the_public_objects(module, name, public):
    assert getattr(importlib.import_module(module), name) is _namespace.find(public)


def test_both_ways_to_import_an_inside_module_give_the_same_one():
    import tensorflow as tf
    import tensorflow.python.ops.array_ops as one
    from tensorflow.python.framework import ops
    from tensorflow.python.ops import array_ops as other

    assert one is other
    assert tf.python.framework.ops is ops


def test_inside_names_without_a_public_spelling_are_found_where_they_are_implemented():
    from tensorflow.python.framework import tensor_shape
    from tensorflow.python.util import deprecation, tf_contextlib, tf_inspect
    from tensorflow.python.util.tf_export import tf_export

    assert tensor_shape.unknown_shape(rank=2).ndims == 2
    assert deprecation.deprecated.__module__ == "penstock.util.deprecation"
    assert tf_inspect.getdoc(len) == inspect.getdoc(len)
    with tf_contextlib.contextmanager(lambda: iter([3]))() as three:
        assert three == 3
    assert tf_export("a.b")(len) is len


def test_all_protocol_buffer_modules_hold_their_messages():
    missing = []
    for module, names in inside.PB2.items():
        found = importlib.import_module(f"tensorflow.{module}")
        missing += [f"{module}.{name}" for name in names.split() if not hasattr(found, name)]
    assert missing == []


def test_enum_values_are_names_of_their_module():
    from tensorflow.core.framework import types_pb2

    assert types_pb2.DT_FLOAT == 1 and types_pb2.DataType.Name(3) == "DT_INT32"


def test_messages_of_the_same_name_are_those_of_their_module():
    from tensorflow.contrib.decision_trees.proto import generic_tree_model_pb2
    from tensorflow.contrib.tensor_forest.proto import tensor_forest_params_pb2

    names = inside.PB2["contrib.decision_trees.proto.generic_tree_model_pb2"].split()
    found = {getattr(generic_tree_model_pb2, name).DESCRIPTOR.full_name for name in names}
    assert found == {f"tensorflow.decision_trees.{name}" for name in names}
    assert tensor_forest_params_pb2.MODEL_REGRESSION == 2


def test_stars_import_what_the_module_is_about():
    names = {}
    exec("from tensorflow.core.framework.graph_pb2 import *\nfrom tensorflow.python import *", names)
    assert names["GraphDef"] is protos.GraphDef and names["Graph"] is penstock.Graph


def test_generated_modules_hold_wrappers_of_operations():
    from tensorflow.python.ops import gen_array_ops, gen_math_ops

    with penstock.Graph().as_default() as graph:
        a = gen_array_ops.placeholder(penstock.float32, [2, 3], name="a")
        b = gen_array_ops.placeholder(dtype=penstock.float32, shape=[2, 4])
        gen_math_ops.mat_mul(a, b, True, name="product")
        with pytest.raises(TypeError, match=r"mat_mul\(\) missing a required argument: 'b'"):
            gen_math_ops.mat_mul(a)
    assert [(op.name, op.type) for op in graph.get_operations()] == [
        ("a", "Placeholder"),
        ("Placeholder", "Placeholder"),
        ("product", "MatMul"),
    ]
    assert graph.get_operation_by_name("product").get_attr("transpose_a") is True
    assert gen_math_ops._sum.__name__ == "sum"  # 1.x hid the names that Python has itself


def test_generated_names_are_those_of_real_tensorflow(peer):
    source = """
        import glob, os, re, tensorflow
        pattern = r'tf_export\\("raw_ops\\.(\\w+)"\\)\\(_ops\\.to_raw_op\\((\\w+)\\)\\)'
        folder = os.path.join(os.path.dirname(tensorflow.__file__), "python", "ops")
        files = glob.glob(os.path.join(folder, "gen_*_ops.py"))
        result = {"pairs": [list(pair) for file in files for pair in re.findall(pattern, open(file).read())]}
    """
    pairs = peer.run(source)["pairs"]
    known = compat._operations()
    shared = {name: op_type for op_type, name in pairs if op_type in known.values()}
    assert len(shared) > 900
    assert {name: op for name, op in shared.items() if known.get(name.lstrip("_")) != op} == {}


@pytest.mark.parametrize(
    "statement",
    [
        "import tensorflow.nope",
        "import tensorflow.python.nope",
        "import tensorflow.python.ops.gen_nope_ops",
        "import tensorflow.core.framework.nope_pb2",
        "import tensorflow.graph.errors",  # a folder of Penstock's, not a module of TensorFlow's
        "import tensorflow.contrib.nope.python.ops.x",
    ],
)
def test_a_module_that_is_not_there_is_not_found(statement):
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'tensorflow\.") as caught:
        exec(statement)
    assert caught.value.name.startswith("tensorflow.")


def test_a_name_that_is_not_there_is_named_with_its_module():
    from tensorflow.core.framework import graph_pb2
    from tensorflow.python.ops import array_ops, gen_array_ops

    for module in (array_ops, gen_array_ops, graph_pb2):
        with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no attribute 'nope'"):
            module.nope
    with pytest.raises(ImportError, match="cannot import name 'nope' from 'tensorflow.python.ops.array_ops'"):
        exec("from tensorflow.python.ops.array_ops import nope")
    with pytest.raises(ImportError, match="cannot import name 'nope_ops' from 'tensorflow.python.ops'"):
        exec("from tensorflow.python.ops import nope_ops")


def test_the_mnist_reader_is_found_under_all_its_old_names():
    import tensorflow.contrib.learn.datasets.mnist as three
    from tensorflow.contrib.learn.python.learn.datasets import mnist as two
    from tensorflow.examples.tutorials.mnist import input_data as one
    from tensorflow.examples.tutorials.mnist import mnist as model

    assert one is two is three
    assert callable(one.read_data_sets) and callable(model.inference)


def test_what_a_saver_saves_can_be_defined_from_the_modules_of_1_8_and_1_15():
    from tensorflow.python.training import saveable_object as elder
    from tensorflow.python.training import saver
    from tensorflow.python.training.saving import saveable_object, saveable_object_util

    assert elder.SaveableObject is saveable_object.SaveableObject is saver.BaseSaverBuilder.SaveableObject
    assert saveable_object.SaveSpec is saver.BaseSaverBuilder.SaveSpec
    assert callable(saveable_object_util.op_list_to_dict)


def test_contrib_modules_hold_the_names_of_their_namespace():
    cells = importlib.import_module("tensorflow.contrib.rnn.python.ops.core_rnn_cell")
    assert cells.BasicLSTMCell is penstock.contrib.rnn.BasicLSTMCell
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("tensorflow.contrib.rnn.python.ops.BasicLSTMCell")


def test_uninstalling_leaves_nothing_behind():
    import tensorflow.python.ops.array_ops  # noqa: F401

    penstock.uninstall()
    assert not [name for name in sys.modules if name.partition(".")[0] == "tensorflow"]
    assert not {"python", "core", "examples"} & set(vars(penstock))
    assert compat._finder not in sys.meta_path
    penstock.install()
    assert importlib.import_module("tensorflow") is penstock


def test_installing_twice_is_installing_once():
    penstock.install()
    assert sys.meta_path.count(compat._finder) == 1


def test_install_refuses_when_tensorflow_itself_is_there_already(tmp_path):
    (tmp_path / "tensorflow.py").write_text("real = True\n")
    source = "import tensorflow, penstock\ntry:\n  penstock.install()\nexcept RuntimeError as e: print(e)\n"
    done = python("-c", source + "print(tensorflow.real)", cwd=tmp_path)
    assert re.match(r"TensorFlow itself is imported .*tensorflow\.py.*`penstock run`\.\nTrue", done.stdout), done.stderr


def test_a_name_inside_loads_no_module_that_cannot_have_it():
    source = (
        "import sys, penstock; penstock.install()\n"
        "from tensorflow.python.ops.rnn import rnn_cell_impl\n"
        "from tensorflow.python.util.nest import is_sequence\n"
        "print(rnn_cell_impl.BasicLSTMCell.__name__, is_sequence([1]), 'jax' in sys.modules)\n"
    )
    done = python("-c", source)
    assert done.stdout.split() == ["BasicLSTMCell", "True", "False"], done.stderr
