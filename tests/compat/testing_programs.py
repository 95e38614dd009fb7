"""Small tests as users of 1.15 write them, on what it gives tests, and how they end there. A Python that has it records:

python tests/compat/testing_programs.py    writes recorded_testing_programs.json

A program leaves classes of tests in its names, or its answer in `result`. Of each test, its outcome and the first line of
what it says are kept; of eager halves nothing is asked: a graph is built at the start.
"""

# ruff: noqa: E501 - the programs are tables of what is asked

import json
import os
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_testing_programs.json")

_HEAD = """
import numpy as np
import tensorflow as tf
from absl.testing import parameterized
from tensorflow.python.eager import context
from tensorflow.python.framework import constant_op, dtypes, errors, errors_impl, ops, test_util
from tensorflow.python.ops import array_ops, math_ops, variables
from tensorflow.python.platform import googletest, test
"""

PROGRAMS = {
    "decorators of methods": """
class T(test_util.TensorFlowTestCase):
    @test_util.run_v1_only("why")
    def test_v1_only(self):
        self.assertEqual(self.evaluate(tf.constant(2)), 2)

    @test_util.run_v2_only
    def test_v2_only(self):
        self.fail("not here")

    @test_util.run_deprecated_v1
    def test_deprecated_v1(self):
        self.assertFalse(context.executing_eagerly())
        x = array_ops.placeholder(dtypes.float32)
        with self.session(use_gpu=False) as sess:
            self.assertAllEqual(sess.run(x * 2, {x: [1.0, 2]}), [2, 4])

    @test_util.run_gpu_only
    def test_gpu_only(self):
        self.fail("no GPU")

    @test_util.run_cuda_only
    def test_cuda_only(self):
        self.fail("no GPU")

    @test_util.disable_xla("reason")
    def test_disable_xla(self):
        self.fail("runs without XLA")

    @test_util.disable_control_flow_v2("reason")
    @test_util.run_deprecated_v1
    def test_disable_control_flow(self):
        self.assertFalse(bool(tf.compat.v1.executing_eagerly()))

    @test_util.no_xla_auto_jit("reason")
    def test_no_jit(self):
        self.fail("runs with auto jit off")

    @test_util.use_deterministic_cudnn
    def test_cudnn(self):
        self.fail("runs")

    @test_util.enable_control_flow_v2
    @test_util.run_deprecated_v1
    def test_control_flow_v2(self):
        y = tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2))
        self.assertEqual(self.evaluate(y), 1)

    @test_util.deprecated_graph_mode_only
    def test_graph_mode_only(self):
        self.assertFalse(context.executing_eagerly())

    @test_util.xla_allow_fallback("why")
    def test_fallback(self):
        self.fail("runs")

    @test_util.skip_if(True)
    def test_skipped(self):
        self.fail("not run")

    @test_util.skip_if(lambda: False)
    def test_not_skipped(self):
        self.fail("run")

    @test_util.assert_no_new_tensors
    @test_util.run_deprecated_v1
    def test_no_new_tensors(self):
        with ops.Graph().as_default():
            tf.constant(1)
""",
    "asserts that hold and asserts that fail": """
class T(test_util.TensorFlowTestCase):
    def runTest(self):
        pass
case = T()
def said(name, *args, **kwargs):
    try:
        getattr(case, name)(*args, **kwargs)
        return [name, "holds"]
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines()]
        return [name, type(error).__name__, [line for line in lines if line][:1]]
result = [
    said("assertAllClose", [1.0, 2.0], [1.0, 2.0 + 1e-7]),
    said("assertAllClose", [1.0, 2.0], [1.0, 2.1]),
    said("assertAllClose", {"a": [1.0], "b": (2.0, [3.0])}, {"a": [1.0], "b": (2.0, [3.0])}),
    said("assertAllClose", {"a": [1.0]}, {"b": [1.0]}),
    said("assertAllClose", [1.0], [[1.0]], msg="shapes"),
    said("assertAllClose", [np.nan], [np.nan]),
    said("assertAllClose", [1.0], [1.2], rtol=0.5),
    said("assertAllClose", [[1.0, 2.0], [3.0]], [[1.0, 2.0], [3.0]]),
    said("assertAllCloseAccordingToType", np.float16([1.0]), np.float16([1.001])),
    said("assertAllCloseAccordingToType", np.float32([1.0]), np.float32([1.001])),
    said("assertAllCloseAccordingToType", [1.0], [1.001], half_rtol=1e-2),
    said("assertNotAllClose", [1.0], [1.0]),
    said("assertNotAllClose", [1.0], [1.1]),
    said("assertAllEqual", [1, 2], [1, 2]),
    said("assertAllEqual", [1, 2], [1, 3]),
    said("assertAllEqual", [1, 2], [1, 2, 3], "hello"),
    said("assertAllEqual", [b"a"], [b"a"]),
    said("assertAllEqual", [np.nan, 1], [np.nan, 1]),
    said("assertNotAllEqual", [1, 2], [1, 2]),
    said("assertNotAllEqual", [1, 2], [1, 3]),
    said("assertAllGreater", [1, 2], 0),
    said("assertAllGreater", [1, 2], 1),
    said("assertAllLess", [1, 2], 3),
    said("assertAllLess", [1, 2], 2),
    said("assertAllGreaterEqual", [1, 2], 1),
    said("assertAllGreaterEqual", [1, 2], 2),
    said("assertAllLessEqual", [1, 2], 2),
    said("assertAllLessEqual", [1, 2], 1),
    said("assertAllInRange", [1.0, 2.0], 1, 2),
    said("assertAllInRange", [1.0, 2.0], 1, 2, open_upper_bound=True),
    said("assertAllInRange", [1.0, 2.0], 1, 2, open_lower_bound=True),
    said("assertAllInRange", ["a"], 1, 2),
    said("assertAllInSet", [1, 2, 1], {1, 2}),
    said("assertAllInSet", [1, 2, 1], {1, 3}),
    said("assertArrayNear", [1.0, 2.0], [1.0, 2.05], 0.1),
    said("assertArrayNear", [1.0, 2.0], [1.0, 2.5], 0.1),
    said("assertArrayNear", [1.0], [1.0, 2.5], 0.1),
    said("assertNDArrayNear", np.ones([2, 2]), np.ones([2, 2]), 0.1),
    said("assertNDArrayNear", np.ones([2, 2]), np.zeros([2, 2]), 0.1),
    said("assertNear", 1.0, 1.05, 0.1),
    said("assertNear", 1.0, 1.5, 0.1, "not near"),
    said("assertStartsWith", "hello", "he"),
    said("assertStartsWith", "hello", "lo"),
    said("assertDTypeEqual", np.float32([1]), np.float32),
    said("assertDTypeEqual", np.float32([1]), np.float64),
    said("assertShapeEqual", np.zeros([2, 3]), tf.zeros([2, 3])),
    said("assertShapeEqual", np.zeros([2, 3]), tf.zeros([3, 2])),
    said("assertShapeEqual", [1], tf.zeros([1])),
    said("assertDeviceEqual", "/cpu:0", "/device:CPU:0"),
    said("assertDeviceEqual", "/job:a", "/job:b"),
    said("assertDeviceEqual", None, ""),
    said("assertItemsEqual", [1, 2], [2, 1]),
    said("assertItemsEqual", [1, 2], [2, 2]),
    said("assertRaisesRegexp", ValueError, "a.c", lambda: int("abc")),
    said("assertProtoEquals", "node { name: 'a' op: 'NoOp' }", tf.compat.v1.GraphDef(node=[dict(name="a", op="NoOp")])),
    said("assertProtoEquals", "node { name: 'a' op: 'NoOp' }", tf.compat.v1.GraphDef(node=[dict(name="b", op="NoOp")])),
]
with tf.Graph().as_default() as graph:
    tf.constant(1, name="a")
    text = ('node { name: "a" op: "Const" attr { key: "dtype" value { type: DT_INT32 } } attr { key: "value" value { tensor '
            '{ dtype: DT_INT32 tensor_shape {} int_val: 1 } } } }')
    result.append(said("assertProtoEqualsVersion", text, graph.as_graph_def()))
    result.append(said("assertProtoEqualsVersion", text, graph.as_graph_def(), producer=3))
""",
    "errors of operations": """
class T(test.TestCase):
    def setUp(self):
        super(T, self).setUp()
        self.x = [1, 2]

    @test_util.run_deprecated_v1
    def test_raises_op_error(self):
        p = array_ops.placeholder(dtypes.int32)
        with self.cached_session():
            with self.assertRaisesOpError("Reshape cannot infer|cannot reshape|Input to reshape is a tensor"):
                array_ops.reshape(p, [3]).eval({p: [1, 2]})

    @test_util.run_deprecated_v1
    def test_predicate(self):
        p = array_ops.placeholder(dtypes.int32)
        def outer(e):
            return "tensor" in e.message
        with self.session() as sess, self.assertRaisesWithPredicateMatch(errors.InvalidArgumentError, outer):
            sess.run(array_ops.reshape(p, [3]), {p: [1, 2]})

    def test_predicate_text(self):
        with self.assertRaisesWithPredicateMatch(ValueError, "b+"):
            raise ValueError("abbb")

    def test_predicate_wrong_text(self):
        with self.assertRaisesWithPredicateMatch(ValueError, "z+"):
            raise ValueError("abbb")

    def test_no_error(self):
        with self.assertRaisesOpError("anything"):
            pass

    def test_python_error_instead(self):
        with self.assertRaisesOpError("x"):
            raise ValueError("x")

    def test_threads(self):
        said = []
        thread = self.checkedThread(lambda n: said.append(n), args=(3,))
        self.assertFalse(thread.is_alive())
        thread.start()
        thread.join()
        self.assertEqual(said, [3])

    def test_thread_that_fails(self):
        def body():
            raise RuntimeError("inside")
        thread = self.checkedThread(body)
        thread.start()
        thread.join()

    def test_thread_that_is_not_joined(self):
        thread = self.checkedThread(lambda: None)
        thread.start()

    def test_captured(self):
        import sys
        with self.captureWritesToStream(sys.stderr) as printed:
            sys.stderr.write("hello")
            sys.stderr.flush()
        self.assertRegexpMatches(printed.contents(), "hel+o")

    def test_folder(self):
        import os
        folder = self.get_temp_dir()
        self.assertTrue(os.path.isdir(folder))
        self.assertEqual(folder, self.get_temp_dir())
        self.assertTrue(os.path.isdir(test.get_temp_dir()))
""",
    "sessions": """
class T(test_util.TensorFlowTestCase):
    @test_util.run_deprecated_v1
    def test_cached(self):
        with self.cached_session() as one:
            pass
        with self.cached_session() as two:
            self.assertIs(one, two)
            self.assertIs(tf.compat.v1.get_default_session(), two)

    @test_util.run_deprecated_v1
    def test_cached_with_another_graph(self):
        with self.cached_session():
            pass
        with self.cached_session(graph=ops.Graph()):
            pass

    @test_util.run_deprecated_v1
    def test_cached_with_another_configuration(self):
        with self.cached_session(config=tf.compat.v1.ConfigProto(allow_soft_placement=True)):
            pass
        with self.cached_session(config=tf.compat.v1.ConfigProto(allow_soft_placement=False)):
            pass

    @test_util.run_deprecated_v1
    def test_cached_on_another_device(self):
        with self.cached_session(use_gpu=True):
            pass
        with self.cached_session(use_gpu=True, force_gpu=True):
            pass

    @test_util.run_deprecated_v1
    def test_session(self):
        with self.session(use_gpu=True, config=None) as sess:
            x = tf.constant(1)
            self.assertEqual(sess.run(x), 1)
            self.assertEqual(self.evaluate(x), 1)
            self.assertIn(x.device, ("", "/device:CPU:0", "/device:GPU:0"))

    @test_util.run_deprecated_v1
    def test_session_cpu(self):
        with self.session(use_gpu=False):
            self.assertDeviceEqual(tf.constant(1).device, "/device:CPU:0")

    @test_util.run_deprecated_v1
    def test_graph_seed_and_level(self):
        self.assertEqual(ops.get_default_graph().seed, 87654321)
        with self.session() as sess:
            config = sess._config
            self.assertEqual(config.graph_options.optimizer_options.opt_level, -1)
            self.assertTrue(config.graph_options.rewrite_options.constant_folding == 2)
            self.assertFalse(config.allow_soft_placement)

    @test_util.run_deprecated_v1
    def test_evaluate_structures(self):
        with self.cached_session():
            v = variables.VariableV1(3.0)
            self.evaluate(v.initializer)
            found = self.evaluate({"a": tf.constant(1), "b": [v, (tf.constant([2]),)]})
            self.assertEqual(sorted(found), ["a", "b"])
            self.assertAllClose(found["b"][0], 3.0)
            self.assertEqual(self.evaluate([]), [])

    def test_random(self):
        import random
        expected = random.Random(87654321)
        self.assertEqual([random.randint(0, 99) for _ in range(3)], [expected.randint(0, 99) for _ in range(3)])
        self.assertAllEqual(np.random.randint(0, 99, 3), np.random.RandomState(87654321).randint(0, 99, 3))
""",
    "classes for both modes": """
@test_util.run_all_in_graph_and_eager_modes
class T(test_util.TensorFlowTestCase, parameterized.TestCase):
    def test_a(self):
        self.assertEqual(self.evaluate(tf.constant(1) + 1), 2)

    @parameterized.parameters(1, 2)
    def test_b(self, x):
        self.assertEqual(self.evaluate(tf.constant(x)), x)

    @parameterized.named_parameters(("one", 1), ("two", 2))
    def test_c(self, x):
        self.assertEqual(self.evaluate(math_ops.square(x)), x * x)

    def helper(self):
        return 1

class U(test_util.TensorFlowTestCase, parameterized.TestCase):
    @test_util.run_in_graph_and_eager_modes
    def test_bare(self):
        self.assertEqual(self.evaluate(tf.constant(1) + 1), 2)

    @test_util.run_in_graph_and_eager_modes(use_gpu=False, reset_test=True, assert_no_eager_garbage=False)
    def test_with_arguments(self):
        self.assertEqual(self.evaluate(tf.constant(1) + 1), 2)

    @test_util.run_in_graph_and_eager_modes(config=tf.compat.v1.ConfigProto(allow_soft_placement=True))
    def test_with_configuration(self):
        self.assertTrue(self.evaluate(tf.constant(True)))

    @parameterized.named_parameters(*test_util.generate_combinations_with_testcase_name(a=[1, 2], b=["x"]))
    def test_combinations(self, a, b):
        self.assertIn((a, b), [(1, "x"), (2, "x")])

    @test_util.build_as_function_and_v1_graph
    def test_function_and_graph(self):
        self.assertIsNotNone(tf.constant(1))

@test_util.with_control_flow_v2
class V(test_util.TensorFlowTestCase):
    @test_util.run_v1_only("b")
    def test_a(self):
        self.assertEqual(self.evaluate(tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2))), 1)

@test_util.for_all_test_methods(test_util.run_deprecated_v1)
class W(test_util.TensorFlowTestCase):
    def test_a(self):
        self.assertFalse(context.executing_eagerly())
""",
    "what is asked of the machine and of the mode": """
result = [
    test.is_built_with_cuda(), test.is_built_with_rocm(), test.is_built_with_gpu_support(), test.is_gpu_available(),
    test.is_gpu_available(cuda_only=True, min_cuda_compute_capability=(3, 5)), test.gpu_device_name(),
    test_util.IsGoogleCudaEnabled(), test_util.IsBuiltWithROCm(), test_util.is_xla_enabled(),
    test_util.gpu_device_name(), test_util.is_gpu_available(),
    context.executing_eagerly(), ops.executing_eagerly_outside_functions(), ops.inside_function(),
    context.num_gpus(),
    ops._USE_C_SHAPES, ops._USE_C_API, googletest.GetTempDir() != "", test.StubOutForTesting is googletest.StubOutForTesting,
    test.main is not None, googletest.main is not None, test.mock.patch is not None,
    test_util.GpuSupportsHalfMatMulAndConv(), test_util.IsMklEnabled(),
]
with context.graph_mode():
    result.append([context.executing_eagerly(), tf.constant(1).op.type])
with test_util.device(use_gpu=False):
    result.append(tf.constant(1).device)
with test_util.force_cpu():
    result.append(tf.constant(1).device)
with test_util.use_gpu():
    result.append(tf.constant(1).device in ("", "/device:CPU:0"))
with ops.init_scope():
    result.append(tf.constant(1).graph is ops.get_default_graph())
""",
    "graphs that are equal or have operations": """
def build(name, value):
    with tf.Graph().as_default() as graph:
        tf.constant(value, name=name) + 1
    return graph.as_graph_def()
def refusal(call):
    try:
        return call()
    except ValueError as error:
        return str(error)
def said(call):
    try:
        call()
        return "holds"
    except AssertionError as error:
        return [line for line in str(error).splitlines() if line][:1]
one, two, three = build("a", 1), build("b", 1), build("a", 1)
result = [
    said(lambda: test_util.assert_equal_graph_def(one, three)),
    said(lambda: test_util.assert_equal_graph_def(one, two)),
    said(lambda: test_util.assert_equal_graph_def_v1(one, three, checkpoint_v2=True)),
    said(lambda: test_util.assert_equal_graph_def_v2(one, three)),
]
graph = tf.Graph()
with graph.as_default():
    tf.constant(1, name="a")
result += [
    sorted(test_util.assert_ops_in_graph({"a": "Const"}, graph)),
    refusal(lambda: test_util.assert_ops_in_graph({"b": "Const"}, graph)),
    test_util.get_node_def_from_graph("a", graph.as_graph_def()).op,
    test_util.get_node_def_from_graph("z", graph.as_graph_def()),
    test_util.NHWCToNCHW([1, 2, 3, 4]), test_util.NCHWToNHWC([1, 2, 3, 4]),
    test_util.NHWCToNCHW_VECT_C([1, 2, 3, 8]), test_util.NCHW_VECT_CToNHWC([1, 2, 2, 3, 4]),
]
try:
    test_util.NHWCToNCHW_VECT_C([1, 2, 3, 5])
except ValueError as error:
    result.append(str(error))
g = tf.Graph()
test_util.set_producer_version(g, 21)
result.append(g.graph_def_versions.producer)
""",
    "gradients, checked": """
from tensorflow.python.ops import gradient_checker, gradient_checker_v2
class T(test.TestCase):
    @test_util.run_deprecated_v1
    def test_error(self):
        with self.cached_session():
            x = constant_op.constant([1.0, 2.0], dtype=dtypes.float64)
            y = math_ops.square(x)
            error = gradient_checker.compute_gradient_error(x, [2], y, [2], x_init_value=np.array([1.0, 2.0]), delta=1e-3)
            self.assertLess(error, 1e-9)
            ours, numeric = gradient_checker.compute_gradient(x, [2], y, [2], x_init_value=np.array([1.0, 2.0]))
            self.assertAllClose(ours, [[2, 0], [0, 4]])
            self.assertAllClose(numeric, [[2, 0], [0, 4]])

    @test_util.run_deprecated_v1
    def test_several(self):
        with self.cached_session():
            a = constant_op.constant([1.0], dtype=dtypes.float64)
            b = constant_op.constant([2.0], dtype=dtypes.float64)
            pairs = gradient_checker.compute_gradient([a, b], [[1], [1]], a * b, [1], [np.array([1.0]), np.array([2.0])])
            self.assertAllClose(pairs, [([[2.0]], [[2.0]]), ([[1.0]], [[1.0]])])

    @test_util.run_deprecated_v1
    def test_complex(self):
        with self.cached_session():
            x = constant_op.constant([1 + 2j], dtype=dtypes.complex128)
            error = gradient_checker.compute_gradient_error(x, [1], x * x, [1], x_init_value=np.array([1 + 2j]))
            self.assertLess(error, 1e-3)

    @test_util.run_deprecated_v1
    def test_sizes(self):
        with self.cached_session():
            x = constant_op.constant([1.0])
            gradient_checker.compute_gradient([x], [[1], [2]], x, [1])

    @test_util.run_deprecated_v1
    def test_v2(self):
        with self.cached_session():
            ours, numeric = gradient_checker_v2.compute_gradient(lambda x: x * x, [np.array([3.0])])
            self.assertAllClose(ours, [[[6.0]]])
            self.assertLess(gradient_checker_v2.max_error(ours, numeric), 1e-6)
""",
    "servers in this process": """
import socket, sys, types
def pick():
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return one.getsockname()[1]
test_util.portpicker = sys.modules.setdefault("portpicker", types.ModuleType("portpicker"))
test_util.portpicker.pick_unused_port = pick
test_util._portpicker_import_error = None
workers, servers = test_util.create_local_cluster(num_workers=2, num_ps=1)
result = [len(workers), len(servers), [s.server_def.task_index for s in workers], [s.server_def.job_name for s in servers],
          [s.target.startswith("grpc://") for s in workers]]
with tf.Graph().as_default() as graph:
    with tf.device("/job:ps/task:0"):
        v = tf.compat.v1.Variable(2.0)
    with tf.device("/job:worker/task:1"):
        y = v * 3
    with tf.compat.v1.Session(workers[0].target) as sess:
        sess.run(v.initializer)
        result.append(float(sess.run(y)))
""",
    "benchmarks": """
class B(test.Benchmark):
    def benchmark_a(self):
        pass
found = []
class C(test.Benchmark):
    def report_benchmark(self, **kwargs):
        found.append({k: v for k, v in kwargs.items() if k in ("iters", "name", "extras")})
with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
    out = C().run_op_benchmark(sess, tf.constant(1).op, burn_iters=1, min_iters=3, name="n", extras={"e": 1}, store_memory_usage=False)
result = [sorted(out), found[0]["iters"], found[0]["name"]]
""",
}


def _first(text):
    """The first lines of a report's end that say what went wrong, without addresses."""
    lines = [line.strip() for line in text.strip().splitlines()]
    heads = [line.partition(":")[0] for line in lines]
    starts = [i for i, head in enumerate(heads) if head.endswith(("Error", "Exception")) and " " not in head]
    return lines[starts[-1]] if starts else lines[-1]


def outcome(source):
    """What a program leaves in `result`, or how each of its tests ends, as JSON has it."""
    import unittest

    import tensorflow as tf

    names = {"__name__": "program"}
    with tf.Graph().as_default():
        exec(_HEAD + source, names)
    if "result" in names:
        return json.loads(json.dumps(names["result"]))
    classes = [v for v in names.values() if isinstance(v, type) and v.__module__ == "program"]
    told = {}
    for cls in sorted(classes, key=lambda c: c.__name__):
        for test in unittest.defaultTestLoader.loadTestsFromTestCase(cls):
            report = unittest.TestResult()
            test.run(report)
            name = cls.__name__ + "." + test._testMethodName
            if report.skipped:
                told[name] = ["skipped", report.skipped[0][1]]
            elif report.failures or report.errors:
                kind = "failed" if report.failures else "error"
                told[name] = [kind, _first((report.failures + report.errors)[0][1])]
            else:
                told[name] = ["passed", ""]
    return told


if __name__ == "__main__":
    sys.path.pop(0)
    answers = {}
    for program, text in PROGRAMS.items():
        try:
            answers[program] = outcome(text)
        except Exception as error:
            print(program, type(error).__name__, error)
    with open(RECORD, "w") as file:
        json.dump(answers, file, sort_keys=True, indent=0)
        file.write("\n")
