"""tf.test: what passes, what fails and what the failure says, as in TensorFlow itself."""

import os
import re
import sys
import unittest

import numpy as np
import pytest

import penstock as tf
from tests.same_program import run_here
from tests.subprocesses import python

# Bodies of tests; each is run as a test of its own on both sides.
BODIES = {
    "close": "self.assertAllClose({'a': [1., 2.], 'b': (3, {'c': 4.})}, {'a': [1., 2.], 'b': (3, {'c': tf.constant(4.)})})",
    "far inside": "self.assertAllClose({'a': [1.], 'b': (3, {'c': 4.})}, {'a': [1.], 'b': (3, {'c': 5.})})",
    "far": "self.assertAllClose([1., 2.], tf.constant([1., 2.1]), msg='text')",
    "far scalar": "self.assertAllClose(1., 2.)",
    "close by rtol": "self.assertAllClose([1000.], [1000.5], rtol=1e-3)",
    "nan is close to nan": "self.assertAllClose([np.nan], [np.nan])",
    "dict and list": "self.assertAllClose([1., 2.], {'a': 1})",
    "keys": "self.assertAllClose({'a': 1.}, {'b': 1.})",
    "shapes": "self.assertAllClose([1., 2.], [1.])",
    "half": "self.assertAllCloseAccordingToType(np.float16([1.]), np.float16([1.0005]))",
    "not close": "self.assertNotAllClose([1.], [2.])",
    "not close but close": "self.assertNotAllClose([1.], [1.])",
    "equal": "self.assertAllEqual([[1, 2], [3, 4]], tf.constant([[1, 2], [3, 4]]))",
    "unequal": "self.assertAllEqual([b'a', b'b'], [b'a', b'c'])",
    "equal shapes": "self.assertAllEqual([1], [[1]])",
    "not equal": "self.assertNotAllEqual([1], [2])",
    "not equal but equal": "self.assertNotAllEqual([1], [1])",
    "near": "self.assertNear(1., 2., .5, 'm')",
    "array near": "self.assertArrayNear([1., 2.], [1., 2.1], .01)",
    "ndarray near": "self.assertNDArrayNear(np.zeros(3), np.ones(3) * .1, .2)",
    "ndarray far": "self.assertNDArrayNear(np.zeros(3), np.ones(3), .2)",
    "in range": "self.assertAllInRange(tf.constant([1., 2., 7.]), 0, 5)",
    "at an open bound": "self.assertAllInRange([1, 2], 1, 2, open_lower_bound=True)",
    "nan in range": "self.assertAllInRange(float('nan'), 0, 5)",
    "text in range": "self.assertAllInRange(['a'], 0, 5)",
    "in set": "self.assertAllInSet([1, 2, 9], [1, 2])",
    "greater": "self.assertAllGreater([1, 2], 1)",
    "less": "self.assertAllLess([1, 2], 3)",
    "greater or equal": "self.assertAllGreaterEqual([1, 2], 1)",
    "less or equal": "self.assertAllLessEqual([1, 2], 1)",
    "dtype": "self.assertDTypeEqual(np.float32([1]), np.float64)",
    "shape": "self.assertShapeEqual(np.zeros([2, 3]), tf.zeros([2, 3]))",
    "shape of a list": "self.assertShapeEqual([1], tf.zeros([1]))",
    "devices": "self.assertDeviceEqual('/cpu:0', '/gpu:0')",
    "same device": "self.assertDeviceEqual('/device:CPU:0', '/cpu:0')",
    "start": "self.assertStartsWith('abc', 'b')",
    "proto text": "self.assertProtoEquals('library { }', tf.GraphDef())",
    "proto": "self.assertProtoEquals('allow_soft_placement: true', tf.ConfigProto(allow_soft_placement=True))",
    "proto of another kind": "self.assertProtoEquals(3, tf.GraphDef())",
    "items": "self.assertItemsEqual([1, 2], [2, 1])",
    "regexp": "\nwith self.assertRaisesRegexp(ValueError, 'a.c'):\n  raise ValueError('abc')",
    "op error": "\nwith self.session():\n  with self.assertRaisesOpError('is not invertible'):\n"
    "    tf.matrix_inverse(tf.zeros([2, 2])).eval()",
    "op error of a name": "\nwith self.session():\n  with self.assertRaisesOpError('Caused by: singular'):\n"
    "    tf.matrix_inverse(tf.zeros([2, 2]), name='singular').eval()",
    "no op error": "\nwith self.session():\n  with self.assertRaisesOpError('nothing'):\n    pass",
    "predicate": "\nwith self.assertRaisesWithPredicateMatch(ValueError, lambda e: 'x' in str(e)):\n  raise ValueError('abc')",
    "wrong class": "\nwith self.assertRaisesWithPredicateMatch(ValueError, 'abc'):\n  raise TypeError('abc')",
    "cached session": "\nwith self.cached_session() as a:\n  pass\nwith self.cached_session() as b:\n  self.assertIs(a, b)",
    "another graph": "\nwith self.cached_session():\n  pass\nwith self.cached_session(graph=tf.Graph()):\n  pass",
    "test_session": "\nwith self.test_session() as s:\n  self.assertIs(tf.get_default_session(), s)\n"
    "  self.assertEqual(tf.constant(2).eval(), 2)",
    "session closed": "\nwith self.session() as s:\n  pass\ns.run(tf.constant(1))",
    "evaluate": "self.assertEqual(self.evaluate({'a': tf.constant(1), 'b': [tf.constant(2)]}), {'a': 1, 'b': [2]})",
    "seed": "self.assertEqual(tf.get_default_graph().seed, 87654321)",
    "numpy seed": "self.assertEqual(np.random.randint(1000), 138)",
    "unjoined thread": "self.checkedThread(lambda: None).start()",
    "thread that fails": "\nt = self.checkedThread(lambda: 1 / 0)\nt.start()\nt.join()",
    "temporary folder": "self.assertEqual(self.get_temp_dir(), self.get_temp_dir())",
    "sub test": "\nfor i in range(2):\n  with self.subTest(i=i):\n    self.assertEqual(i, 0)",
    "skip": "self.skipTest('no')",
    "equal graphs": "\ng = tf.Graph()\nwith g.as_default():\n  tf.constant(1., name='x')\ntf.constant(1., name='x')\n"
    "tf.test.assert_equal_graph_def(tf.get_default_graph().as_graph_def(), g.as_graph_def())",
    "other constants": "\ng = tf.Graph()\nwith g.as_default():\n  tf.constant(1., name='x')\ntf.constant(2., name='x')\n"
    "tf.test.assert_equal_graph_def(tf.get_default_graph().as_graph_def(), g.as_graph_def())",
    "another type": "\ng = tf.Graph()\nwith g.as_default():\n  tf.no_op(name='x')\ntf.constant(2., name='x')\n"
    "tf.test.assert_equal_graph_def(tf.get_default_graph().as_graph_def(), g.as_graph_def())",
    "unexpected node": "\ntf.constant([1., 2.5], name='x')\n"
    "tf.test.assert_equal_graph_def(tf.get_default_graph().as_graph_def(), tf.GraphDef())",
    "missing node": "\ntf.placeholder(tf.int32, [None, 2], name='x')\n"
    "tf.test.assert_equal_graph_def(tf.GraphDef(), tf.get_default_graph().as_graph_def())",
    "no graph": "tf.test.assert_equal_graph_def(tf.GraphDef(), 3)",
}
RUN = """
import unittest, textwrap
result = {}
for name, body in bodies.items():
    scope = {"tf": tf, "np": np}
    exec("class T(tf.test.TestCase):\\n  def runTest(self):\\n" + textwrap.indent(body.strip("\\n"), "    "), scope)
    found = unittest.TestResult()
    scope["T"]().run(found)
    texts = [t for kind in (found.errors, found.failures) for _, t in kind]
    result[name] = [len(found.errors), len(found.failures), len(found.skipped), texts]
"""
# What NumPy itself writes differs between its versions; so does a line number.
OURS = (
    "AssertionError",
    "ValueError",
    "TypeError",
    "not equal where",
    "not close",
    "Mismatched value",
    "Shape mismatch",
)
# Newer TensorFlow, or NumPy, says these in other words.
OTHER_WORDS = (
    "proto of another kind",
    "equal shapes",
    "shape of a list",
    "op error of a name",
    "wrong class",
    "text in range",
    "unequal",
)


def telling(texts):
    """The lines of a failure that the test case itself wrote."""
    last = [re.split("During handling of the above|The above exception was the direct", t)[-1] for t in texts]
    plain = [re.sub(r"np\.\w+\(([^()]*)\)", r"\1", text) for text in last]  # how NumPy 2 shows a scalar
    lines = [line.rstrip(". ") for text in plain for line in text.splitlines()]
    return [line for line in lines if line.startswith(OURS) and "array(" not in line]


def test_test_cases_pass_and_fail_as_in_tensorflow(peer):
    theirs, ours = peer.run(RUN, bodies=BODIES), run_here(RUN, bodies=BODIES)
    assert {name: ours[name][:3] for name in BODIES} == {name: theirs[name][:3] for name in BODIES}
    said = [{n: telling(side[n][3]) for n in BODIES if n not in OTHER_WORDS} for side in (ours, theirs)]
    assert said[0] == said[1]


def test_output_to_a_stream_with_a_file_can_be_captured(capfd):
    class Prints(tf.test.TestCase):
        def runTest(self):
            with capfd.disabled(), self.captureWritesToStream(sys.__stderr__) as captured:
                os.write(2, b"written below Python")
            self.assertEqual(captured.contents(), "written below Python")

    result = unittest.TestResult()
    Prints().run(result)
    assert not result.errors and not result.failures


def test_stubs_are_undone_in_reverse_order():
    class Thing:
        value = 1

        @staticmethod
        def name():
            return "thing"

    stubs = tf.test.StubOutForTesting()
    stubs.Set(Thing, "value", 2)
    stubs.Set(Thing, "value", 3)
    stubs.SmartSet(Thing(), "name", staticmethod(lambda: "stub"))
    assert (Thing.value, Thing.name()) == (3, "stub")
    stubs.CleanUp()
    assert (Thing.value, Thing().name()) == (1, "thing")
    with pytest.raises(AttributeError, match="Attribute not found"):
        stubs.SmartSet(Thing, "nothing", 1)


PROGRAM = """
import penstock as tf
class SquareTest(tf.test.TestCase):
    def testSquare(self):
        with self.test_session():
            self.assertAllEqual(tf.square([2, 3]).eval(), [4, {four}])
class SquareBenchmark(tf.test.Benchmark):
    def benchmarkSquare(self):
        with tf.Session() as sess:
            self.run_op_benchmark(sess, tf.square(2.0), min_iters=2)
if __name__ == "__main__":
    tf.test.main()
"""


def test_a_file_of_tests_is_a_program(tmp_path):
    for four, code in ((9, 0), (8, 1)):
        path = tmp_path / f"square_{code}.py"
        path.write_text(PROGRAM.format(four=four))
        done = python(path)
        assert done.returncode == code, done.stderr
        assert "Ran 2 tests" in done.stderr  # test_session is one that is skipped
    done = python(tmp_path / "square_0.py", "--benchmarks=Square")
    assert done.returncode == 0 and 'name: "SquareBenchmark.benchmarkSquare"\n  iters: 2' in done.stdout


def test_a_benchmark_writes_its_entry_to_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("TEST_REPORT_FILE_PREFIX", f"{tmp_path}/r_")

    class Report(tf.test.Benchmark):
        def benchmark_it(self):
            self.report_benchmark(
                iters=3, extras={"a": 1, "b": "c"}, metrics=[{"name": "m", "value": 2, "min_value": 1}]
            )

    Report().benchmark_it()
    from penstock import protos

    (entry,) = protos.BenchmarkEntries.FromString((tmp_path / "r_Report.benchmark_it").read_bytes()).entry
    assert (entry.name, entry.iters, entry.extras["b"].string_value) == ("Report.benchmark_it", 3, "c")
    assert (entry.metrics[0].value, entry.metrics[0].min_value.value) == (2, 1)
    with pytest.raises(OSError, match="File already exists"):
        Report().benchmark_it()


def test_modules_inside_of_tensorflow_hold_what_tests_import():
    code = (
        "import penstock; penstock.install()\n"
        "import tensorflow as tf\n"
        "from tensorflow.python.framework import test_util\n"
        "from tensorflow.python.platform import googletest, test\n"
        "assert test_util.TensorFlowTestCase is test.TestCase is tf.test.TestCase\n"
        "assert not issubclass(googletest.TestCase, tf.test.TestCase) and googletest.GetTempDir()\n"
        "class T(tf.test.TestCase):\n"
        "  @test_util.run_in_graph_and_eager_modes\n"
        "  def testIt(self): self.assertEqual(tf.constant(1).eval(), 1)\n"
        "  @test_util.run_v2_only\n"
        "  def testThat(self): self.fail()\n"
        "test.main()\n"
    )
    done = python("-c", code)
    assert done.returncode == 0 and "OK (skipped=2)" in done.stderr, done.stderr


def test_channels_move():
    from penstock.testing.layouts import NCHWToNHWC, NHWCToNCHW

    assert NHWCToNCHW([1, 2, 3, 4]) == [1, 4, 2, 3] and NCHWToNHWC([1, 4, 2, 3]) == [1, 2, 3, 4]
    x = np.arange(16.0).reshape(1, 2, 2, 4)
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(NHWCToNCHW(tf.constant(x))), x.transpose(0, 3, 1, 2))


def test_a_local_cluster_runs_a_graph_on_all_its_tasks():
    workers, ps = tf.test.create_local_cluster(1, 0)
    with tf.Graph().as_default(), tf.Session(workers[0].target) as sess:
        assert sess.run(tf.constant(3)) == 3 and ps == []
    workers, ps = tf.test.create_local_cluster(2, 1)
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            v = tf.Variable(2.0)
        parts = []
        for task in range(2):
            with tf.device(f"/job:worker/task:{task}"):
                parts.append(v * (task + 1.0))
        with tf.Session(workers[1].target) as sess:
            sess.run(v.initializer)
            assert sess.run(parts) == [2.0, 4.0]


def test_ragged_tensors_are_compared_with_lists_and_with_one_another():
    class Ragged(tf.test.TestCase):
        def runTest(self):
            ragged = tf.ragged.constant([[1, 2], [3]])
            self.assertAllEqual(ragged, [[1, 2], [3]])
            self.assertAllEqual(self.evaluate(ragged), ragged)
            self.assertAllClose(tf.ragged.constant([[1.0], []]), [[1.0], []])
            self.assertNotAllEqual(ragged, [[1, 2], [4]])
            self.assertNotAllClose(tf.ragged.constant([[1.0], []]), [[1.1], []])

    result = unittest.TestResult()
    Ragged().run(result)
    assert not result.errors and not result.failures, result


def test_assert_near_takes_arrays_of_one_element():
    case = tf.test.TestCase()
    case.assertNear(np.array([1.0]), 1.0001, 1e-3)
    with pytest.raises(AssertionError, match="1.000000 != 2.000000"):
        case.assertNear(np.array([1.0]), 2.0, 1e-3)
