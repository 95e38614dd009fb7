"""Of forty kinds of mistakes in users' programs, each traceback begins with the program and shows nothing of the launcher.

All run in one process, which prints each traceback as `penstock run` would.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from tests.subprocesses import ROOT

# A mistake, and the class of the error that it ends with.
MISTAKES = {
    "1 / 0": "ZeroDivisionError",
    "{}['missing']": "KeyError",
    "undefined_name": "NameError",
    "import tensorflow.no_such_module": "ModuleNotFoundError",
    "from tensorflow import no_such_name": "ImportError",
    "tf.no_such_name": "AttributeError",
    "tf.nn.no_such_name": "AttributeError",
    "tf.contrib.no_such_name.x": "AttributeError",
    "tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))": "ValueError",
    "tf.constant('a') + 1": "TypeError",
    "tf.constant(1) + 1.5": "TypeError",
    "tf.ones([2]) + tf.ones([3])": "ValueError",
    "tf.reshape(tf.ones([4]), [3])": "ValueError",
    "tf.concat([tf.ones([2, 2]), tf.ones([3, 3])], 0)": "ValueError",
    "tf.nn.softmax(tf.constant(['a']))": "TypeError",
    "bool(tf.constant(1) > 0)": "OperatorNotAllowedInGraphError",
    "for _ in tf.placeholder(tf.float32): pass": "OperatorNotAllowedInGraphError",
    "tf.get_variable('v', [2]); tf.get_variable('v', [2])": "ValueError",
    "tf.get_variable('v')": "ValueError",
    "tf.layers.dense(tf.placeholder(tf.float32, [None, None]), 3)": "ValueError",
    "tf.nn.conv2d(tf.ones([1, 4, 4, 2]), tf.ones([3, 3, 3, 1]), [1, 1, 1, 1], 'SAME')": "ValueError",
    "tf.while_loop(lambda i: i < 3, lambda i: tf.ones([2, 2]), [tf.constant(0)])": "TypeError",
    "tf.cond(tf.constant(True), lambda: 1, lambda: 'a')": "ValueError",
    "tf.gradients(tf.constant('a'), [tf.constant(1.0)])[0].shape": "TypeError",
    "tf.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0))": "ValueError",
    "tf.train.Saver()": "ValueError",
    "sess.run(tf.placeholder(tf.float32, name='x'))": "InvalidArgumentError",
    "sess.run(tf.Variable(1.0))": "FailedPreconditionError",
    "sess.run('no_such_operation:0')": "RuntimeError",
    "tf.constant(1); sess.run('no_such_operation:0')": "ValueError",
    "tf.constant(1); sess.run(None)": "TypeError",
    "sess.run(tf.gather([1, 2], tf.placeholder_with_default([5], [1])))": "InvalidArgumentError",
    "p = tf.placeholder(tf.float32, [2]); sess.run(p, {p: [1, 2, 3]})": "ValueError",
    "p = tf.placeholder(tf.float32); sess.run(p, {p: 'text'})": "ValueError",
    "p, q = tf.placeholder(tf.float32), tf.placeholder(tf.float32); sess.run(tf.matmul(p, q), {p: [[1]], q: [[1], [2]]})": (
        "InvalidArgumentError"
    ),
    "sess.run(tf.check_numerics(tf.log(-1.0), 'a log'))": "InvalidArgumentError",
    "sess.run(tf.Print(tf.Assert(False, ['wrong']), []))": "TypeError",
    "with tf.control_dependencies([tf.Assert(tf.equal(1, 2), ['wrong'])]): sess.run(tf.constant(1) + 1)": (
        "InvalidArgumentError"
    ),
    "sess.run(tf.py_func(lambda x: x['missing'], [1.0], tf.float32))": "UnknownError",
    "sess.run(tf.decode_raw(tf.constant('abc'), tf.int32))": "InvalidArgumentError",
    "sess.run(tf.read_file('/no/such/file'))": "NotFoundError",
    "sess.run(tf.image.decode_jpeg('no image'))": "InvalidArgumentError",
    "tf.train.Saver([tf.Variable(1.0)]).restore(sess, '/no/such/checkpoint')": "NotFoundError",
    "d = tf.data.Dataset.range(0).make_one_shot_iterator().get_next(); sess.run(d)": "OutOfRangeError",
    "tf.data.Dataset.from_tensor_slices([1, 2]).map(lambda x: x + 'a')": "TypeError",
    "tf.estimator.Estimator(lambda labels: None)": "ValueError",
    "tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(3), tf.ones([2, 3]), dtype=tf.float32)": "ValueError",
    "closed = tf.Session(); closed.close(); closed.run(tf.constant(1))": "RuntimeError",
    "with tf.Graph().as_default(): other = tf.constant(1)\ntf.constant(1); sess.run(other)": "ValueError",
    "tf.parse_single_example('x', {'a': tf.FixedLenFeature([], tf.float32)}).no": "AttributeError",
}

RUNNER = """
import contextlib, io, json, os, sys
import penstock
penstock.install()
from penstock.platform import tracebacks
tracebacks.show_in_this_process()
import tensorflow as tf
told = []
for number, mistake in enumerate(json.loads(sys.stdin.read())):
    path = os.path.join(sys.argv[1], f"program{number}.py")
    with open(path, "w") as file:
        file.write("import tensorflow as tf\\nsess = tf.Session()\\ndef main():\\n    ")
        file.write(mistake.replace("\\n", "\\n    ") + "\\nmain()\\n")
    written = io.StringIO()
    with tf.Graph().as_default(), contextlib.redirect_stderr(written):
        try:
            exec(compile(open(path).read(), path, "exec"), {"__name__": "__main__"})
        except BaseException:
            kind, error, tb = sys.exc_info()
            sys.excepthook(kind, error, tb.tb_next)  # this loop stands where the launcher does
    told.append(written.getvalue())
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def tracebacks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, str(folder)],
        input=json.dumps(list(MISTAKES)),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(MISTAKES, json.loads(done.stdout.splitlines()[-1]), strict=True))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_traceback_begins_with_the_program_and_ends_with_its_error(tracebacks, mistake):
    told = tracebacks[mistake]
    frames = re.findall(r'^  File "([^"]*)", line (\d+)', told, re.MULTILINE)
    assert frames and re.search(r"program\d+\.py$", frames[0][0]), told
    assert told.count("Traceback (most recent call last)") == 1 + ("py_func" in mistake), told  # its own comes with it
    assert "During handling of the above exception" not in told and "direct cause of" not in told, told
    assert not [path for path, _ in frames if "/penstock/cli/" in path or "runpy" in path], told
    errors = re.findall(r"^((?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception))(?::|$)", told, re.MULTILINE)
    assert errors and errors[0].rpartition(".")[2] == MISTAKES[mistake], told
