"""What editors and type checkers are told of the public names: penstock-stubs, and what mypy makes of a user's program."""

import fcntl
import os
import re
import subprocess
import sys

import pytest

from penstock import _names, site
from penstock.tools import stubs
from tests.subprocesses import ROOT

PROGRAM = """
import penstock as tf
import penstock.compat.v1 as tf1
import tensorflow
from tensorflow.contrib.layers.python.layers import initializers
from tensorflow.core.framework import graph_pb2
from tensorflow.examples.tutorials.mnist import input_data
from penstock.contrib import slim
from penstock.train import Saver

reveal_type(tf.Session)  # def (target: str =, graph: Graph | None =, config: Any =) -> Session
reveal_type(tf.constant(1.0) * 2)  # Tensor
reveal_type(tf.float32)  # DType
reveal_type(tf.train.AdamOptimizer(0.1).minimize(tf.constant(1.0)))  # Operation
reveal_type(tf.nn.rnn_cell.LSTMCell(3))  # LSTMCell
reveal_type(tf.data.Dataset.range(3).batch(2))  # Dataset
reveal_type(Saver().save)  # def (sess: SessionLike, save_path: str, .*) -> str | None
reveal_type(tf1.Graph())  # Graph
reveal_type(tf.nn.relu)  # def (features: Any, name: str | None =) -> Tensor
reveal_type(tf.reduce_sum([1.0], axis=0))  # Tensor
reveal_type(tf.layers.dense([[1.0]], 3))  # Tensor
reveal_type(tensorflow.Session())  # Session
reveal_type(tensorflow.compat.v1.train.Saver())  # Saver
reveal_type(slim.arg_scope)  # def (list_ops_or_scope: Any, **kwargs: Any) -> .*
reveal_type(tf.raw_ops.Any(input=[True], axis=0))  # Tensor
reveal_type(tf.raw_ops.TopKV2(input=[1.0], k=1).indices)  # Tensor
reveal_type(tf.ConfigProto(allow_soft_placement=True).gpu_options.allow_growth)  # bool
reveal_type(tf.GraphDef.FromString(b"").node.add(name="x").attr["T"])  # AttrValue
tf.ConfigProto(alow_growth=True)  # error: Unexpected keyword argument "alow_growth" for "ConfigProto"
tf.train.AdamOptimizer(learning_rat=0.1)  # error: Unexpected keyword argument "learning_rat" for "AdamOptimizer"
tf.matmul([[1.0]])  # error: Missing positional argument "b" in call to "matmul"
tf.nn.rellu(1.0)  # error: Module has no attribute "rellu"
tf.nn.relu(1.0, 2.0)  # error: Argument 2 to "relu" has incompatible type "float"; expected "str | None"
tensorflow.nn.rellu(1.0)  # error: Module has no attribute "rellu"
tf.placeholder(tf.float32, name=3)  # error: Argument "name" to "placeholder" has incompatible type "int"
"""


def test_the_stubs_are_what_the_table_of_names_says():
    assert stubs.differences() == []


def test_every_public_name_is_in_the_stub_of_its_namespace():
    files = stubs.render()
    for name in _names.NAMES:
        space, _, leaf = name.rpartition(".")
        path = f"{space.replace('.', '/')}/__init__.pyi".lstrip("/")
        if path in files:
            assert f'    "{leaf}",\n' in files[path], name
        else:
            assert stubs._is_module(space), name


@pytest.fixture(scope="module")
def said(tmp_path_factory, request):
    """What mypy says of each line of PROGRAM, where `penstock enable` was called; the workers of a run ask it once together."""
    folder = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):
        folder = folder.parent
    with open(folder / "said.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        answer = folder / "said.txt"
        if not answer.exists():
            answer.write_text(what_mypy_says(tmp_path_factory.mktemp("user")))
    found = {}
    for line, text in re.findall(r"^program\.py:(\d+): (.*)$", answer.read_text(), re.MULTILINE):
        found.setdefault(int(line), []).append(re.sub(r"\b(?:\w+\.)+(?=\w+)", "", text))
    return found


def what_mypy_says(folder):
    (folder / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--config-file=", "--python-executable", sys.executable, "program.py"]
    site.enable(str(folder / "packages"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder / "packages")])}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


LINES = [(i, *line.split("  # ")) for i, line in enumerate(PROGRAM.splitlines(), 1) if "  # " in line]


def test_a_type_checker_finds_every_module_that_the_program_imports(said):
    first = LINES[0][0]
    assert {line: text for line, text in said.items() if line < first} == {}


@pytest.mark.parametrize("number, code, wanted", LINES, ids=[code for _, code, _ in LINES])
def test_a_type_checker_knows(said, number, code, wanted):
    got = said.get(number, ["nothing"])
    if wanted.startswith("error: "):
        assert got[0].startswith(wanted), got
    else:
        pattern = ".*".join(map(re.escape, wanted.split(".*")))
        assert re.fullmatch(f'note: Revealed type is "{pattern}"', got[0]), got
