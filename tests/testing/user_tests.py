"""Tests as users wrote them with `test_util`, and how each ends in 1.15.5: passed, failed, in error or skipped.

python tests/testing/user_tests.py    under a Python with 1.15.5 writes recorded_user_tests.json
"""

import json
import os
import unittest

import numpy as np
import tensorflow as tf
from absl.testing import parameterized
from tensorflow.python import tf2
from tensorflow.python.framework import ops, test_util
from tensorflow.python.ops import control_flow_util, gradient_checker, gradient_checker_v2, math_ops
from tensorflow.python.platform import googletest, test

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_user_tests.json")

kept = []
ran = []


class Modes(test.TestCase):
    @test_util.run_deprecated_v1
    def testDeprecated(self):
        ran.append("dep")
        self.assertEqual(math_ops.add(1, 2).eval(session=self.cached_session().__enter__()), 3)

    @test_util.run_v1_only("b/1")
    def testV1(self):
        ran.append("v1")

    @test_util.run_v2_only
    def testV2(self):
        ran.append("v2")

    @test_util.run_gpu_only
    def testGpu(self):
        ran.append("gpu")

    @test_util.run_cuda_only
    def testCuda(self):
        pass

    @test_util.skip_if(True)
    def testSkipIf(self):
        self.fail()

    @test_util.skip_if(lambda: False)
    def testNoSkipIf(self):
        self.fail("ran")

    @test_util.disable_xla("x")
    def testXla(self):
        self.fail("xla")

    @test_util.no_xla_auto_jit("x")
    def testXla2(self):
        pass

    @test_util.xla_allow_fallback("x")
    def testXla3(self):
        pass

    @test_util.enable_tf_xla_constant_folding("x")
    def testXla4(self):
        pass

    @test_util.use_deterministic_cudnn
    def testCudnn(self):
        self.assertEqual(os.environ["TF_CUDNN_DETERMINISTIC"], "true")

    @test_util.enable_control_flow_v2
    def testCf(self):
        self.assertTrue(control_flow_util.ENABLE_CONTROL_FLOW_V2)

    def testCfOff(self):
        self.assertFalse(control_flow_util.ENABLE_CONTROL_FLOW_V2)

    @test_util.enable_control_flow_v2
    def testCfGraph(self):
        self.assertTrue(control_flow_util.EnableControlFlowV2(ops.get_default_graph()))
        x = tf.placeholder_with_default(3.0, [])
        y = tf.cond(x > 0, lambda: x + 1, lambda: x - 1)
        self.assertEqual(self.evaluate(y), 4)

    @test_util.with_c_shapes
    def testC(self):
        pass

    @test_util.enable_c_shapes
    def testC2(self):
        pass


@test_util.run_v1_only("whole class")
class V1Class(test.TestCase):
    def testIt(self):
        self.fail("ran")


@test_util.run_all_in_graph_and_eager_modes
class All(test.TestCase):
    def testSession(self):
        self.assertEqual(self.evaluate(tf.constant(1)), 1)

    def testSkipEagerIt(self):
        self.assertIsNone(ops.get_default_session())

    def testFail(self):
        self.assertAllClose(tf.constant([1.0]), [2.0])

    def testSkip(self):
        self.skipTest("why")


class Base(test.TestCase):
    def testInherited(self):
        self.assertIsNotNone(ops.get_default_session()) if not tf.executing_eagerly() else None


@test_util.run_all_in_graph_and_eager_modes
class AllDerived(Base):
    pass


@test_util.for_all_test_methods(test_util.disable_xla, "why")
class ForAll(test.TestCase):
    def testOne(self):
        self.fail("one")

    def test_session_like(self):
        pass


@test_util.with_control_flow_v2
class Cf(test.TestCase):
    def testOne(self):
        self.assertFalse(control_flow_util.ENABLE_CONTROL_FLOW_V2)

    @test_util.disable_control_flow_v2("b/2")
    def testTwo(self):
        pass

    def testSum(self):
        r = tf.while_loop(lambda i: i < 5, lambda i: i + 1, [0])
        self.assertEqual(self.evaluate(r), 5)


class Param(test.TestCase, parameterized.TestCase):
    @test_util.build_as_function_and_v1_graph
    def testBuild(self):
        x = tf.constant([1.0, 2.0])
        self.assertEqual(x.shape.as_list(), [2])
        ran.append("building %s" % ops.get_default_graph().building_function)

    @test_util.build_as_function_and_v1_graph
    def testBuildFails(self):
        self.assertEqual(tf.zeros([3]).shape.as_list(), [2])

    @parameterized.named_parameters(*test_util.generate_combinations_with_testcase_name(a=[1, 2], b=["x y"], flag=True))
    def testNamed(self, a, b, flag):
        self.assertEqual(a, 1)

    @parameterized.parameters((1, 2), (3, 4))
    def testP(self, a, b):
        self.assertLess(a, b)


class Leaks(test.TestCase):
    @test_util.assert_no_garbage_created
    def testCycle(self):
        a = []
        a.append(a)

    @test_util.assert_no_garbage_created
    def testNoCycle(self):
        [].append(1)


class Protos(test.TestCase):
    def testMeta(self):
        tf.Variable(1.0, name="v")
        tf.train.Saver()
        a, b = tf.train.export_meta_graph(), tf.train.export_meta_graph()
        test_util.assert_meta_graph_protos_equal(self, a, b)

    def testMeta2(self):
        tf.Variable(1.0, name="v")
        a = tf.train.export_meta_graph()
        tf.Variable(1.0, name="w")
        test_util.assert_meta_graph_protos_equal(self, a, tf.train.export_meta_graph())

    def testV2(self):
        tf.constant(1.0)
        test_util.assert_equal_graph_def_v2(tf.GraphDef(), tf.get_default_graph().as_graph_def())

    def testOps(self):
        tf.constant(1.0, name="x")
        self.assertEqual(list(test_util.assert_ops_in_graph({"x": "Const"}, tf.get_default_graph())), ["x"])
        test_util.assert_ops_in_graph({"x": "Add"}, tf.get_default_graph())

    def testOps2(self):
        test_util.assert_ops_in_graph({"x": "Add"}, tf.get_default_graph())

    def testNode(self):
        tf.constant(1.0, name="x")
        self.assertEqual(test_util.get_node_def_from_graph("x", tf.get_default_graph().as_graph_def()).op, "Const")
        self.assertIsNone(test_util.get_node_def_from_graph("y", tf.get_default_graph().as_graph_def()))

    def testProducer(self):
        g = tf.Graph()
        test_util.set_producer_version(g, 20)
        self.assertEqual(g.graph_def_versions.producer, 20)

    def testVersion(self):
        self.assertProtoEqualsVersion("", tf.GraphDef())

    def testVersion2(self):
        self.assertProtoEqualsVersion("", tf.get_default_graph().as_graph_def())


class Layout(test.TestCase):
    def testShapes(self):
        self.assertEqual(test_util.NHWCToNCHW_VECT_C([1, 2, 3, 8]), [1, 2, 2, 3, 4])
        self.assertEqual(test_util.NCHW_VECT_CToNHWC([1, 2, 2, 3, 4]), [1, 2, 3, 8])
        self.assertEqual(test_util.NCHWToNHWC([1, 2, 3, 8, 5]), [1, 3, 8, 5, 2])

    def testTensors(self):
        x = tf.reshape(tf.range(2 * 3 * 8), [1, 2, 3, 8])
        y = test_util.NHWCToNCHW_VECT_C(x)
        self.assertAllEqual(test_util.NCHW_VECT_CToNHWC(y), x)
        self.assertEqual(y.shape.as_list(), [1, 2, 2, 3, 4])

    def testWrong(self):
        test_util.NHWCToNCHW_VECT_C([1, 2, 3, 7])

    def testWrong2(self):
        test_util.NCHW_VECT_CToNHWC([1, 2, 3, 7, 3])


class Devices(test.TestCase):
    def testDevices(self):
        with test_util.use_gpu():
            a = tf.constant(1.0)
        with test_util.device(use_gpu=False):
            b = tf.constant(1.0)
        with test_util.force_cpu():
            c = tf.constant(1.0)
        with test_util.force_gpu():
            d = tf.constant(1.0)
        self.assertEqual([t.device for t in (a, b, c, d)], ["/device:CPU:0"] * 3 + ["/device:GPU:0"])

    def testBuilt(self):
        self.assertEqual(
            [
                test_util.IsGoogleCudaEnabled(),
                test_util.IsBuiltWithROCm(),
                test_util.GpuSupportsHalfMatMulAndConv(),
                test_util.IsMklEnabled(),
                test_util.is_xla_enabled(),
            ],
            [False] * 5,
        )
        self.assertEqual(
            [
                test.is_built_with_cuda(),
                test.is_built_with_rocm(),
                test.is_built_with_gpu_support(),
                test.is_gpu_available(),
                test.gpu_device_name(),
            ],
            [False] * 4 + [""],
        )

    def testFake(self):
        s = test_util.FakeEagerSession(self)
        self.assertEqual(s.run(tf.constant(1)), 1)
        s.run(tf.constant(1), feed_dict={1: 2})

    def testFake2(self):
        test_util.FakeEagerSession(self).run(1, 2)


class InFunction(test.TestCase):
    def testDeferred(self):
        @tf.function(autograph=False)
        def f(x):
            self.assertAllClose(x, [1.0, 2.0])
            self.assertAllGreater(x, 0.0)
            return x + 1

        y = f(tf.constant([1.0, 2.0]))
        with self.session() as s:
            s.run(y)

    def testDeferredFails(self):
        @tf.function(autograph=False)
        def f(x):
            self.assertAllClose(x, [1.0, 3.0])
            return x + 1

        with self.session() as s:
            s.run(f(tf.constant([1.0, 2.0])))


class Stubs(test.TestCase):
    def testMock(self):
        with test.mock.patch.object(tf.test, "get_temp_dir", return_value="x"):
            self.assertEqual(tf.test.get_temp_dir(), "x")

    def testStub(self):
        stub = googletest.StubOutForTesting()
        stub.Set(os.path, "exists", lambda p: "stub")
        self.assertEqual(os.path.exists("/"), "stub")
        stub.CleanUp()
        self.assertEqual(os.path.exists("/"), True)

    def testSrc(self):
        os.environ["TEST_SRCDIR"] = "/a"
        self.assertEqual(test.test_src_dir_path("b/c"), "/a/org_tensorflow/tensorflow/b/c")

    def testTmp(self):
        d = self.get_temp_dir()
        self.assertTrue(os.path.isdir(d))
        self.assertTrue(d.startswith(test.get_temp_dir()))
        self.assertTrue(d.startswith(googletest.GetTempDir()))

    @googletest.skip("no")
    def testSkip(self):
        self.fail()


class Gradients(test.TestCase):
    @test_util.run_deprecated_v1
    def testChecker(self):
        with self.cached_session():
            x = tf.constant([1.0, 2.0])
            y = x * x
            self.assertLess(gradient_checker.compute_gradient_error(x, [2], y, [2]), 1e-2)
            a, b = gradient_checker.compute_gradient(x, [2], y, [2])
            self.assertEqual(a.shape, (2, 2))
            self.assertAllClose(a, b, rtol=1e-2, atol=1e-2)

    def testV2(self):
        with self.cached_session():
            a, b = gradient_checker_v2.compute_gradient(lambda x: x * x, [np.float32([1.0, 2.0])])
            self.assertLess(gradient_checker_v2.max_error(a, b), 1e-2)

    def testComplex(self):
        with self.cached_session():
            x = tf.constant([1.0 + 2j], tf.complex64)
            y = x * x
            a, b = gradient_checker.compute_gradient(x, [1], y, [1])
            self.assertEqual(a.shape, (2, 2))

    def testLists(self):
        with self.cached_session():
            x = tf.constant([1.0, 2.0])
            w = tf.constant([3.0])
            y = x * w
            out = gradient_checker.compute_gradient([x, w], [[2], [1]], y, [2])
            self.assertEqual([(a.shape, b.shape) for a, b in out], [((2, 2), (2, 2)), ((1, 2), (1, 2))])


CLASSES = (
    Modes,
    V1Class,
    All,
    AllDerived,
    ForAll,
    Cf,
    Param,
    Leaks,
    Protos,
    Layout,
    Devices,
    InFunction,
    Stubs,
    Gradients,
)


def how_it_ends(cls):
    rows = []
    for case in unittest.TestLoader().loadTestsFromTestCase(cls):
        result = unittest.TestResult()
        case.run(result)
        kind = "error" if result.errors else "fail" if result.failures else "skip" if result.skipped else "ok"
        text = (result.errors or result.failures or result.skipped or [(0, "")])[0][1].strip().split("\n")[-1]
        rows.append(["%s.%s" % (cls.__name__, case.id().split(".")[-1]), kind, text[:150]])
    return rows


def what_is_refused():
    texts = []
    for call in (
        lambda: test_util.run_v1_only(lambda: 1),
        lambda: test_util.run_v2_only(Modes),
        lambda: test_util.run_gpu_only(Modes),
        lambda: test_util.run_in_graph_and_eager_modes(Modes),
        lambda: test_util.build_as_function_and_v1_graph(Modes),
        lambda: test_util.enable_tf_xla_constant_folding(1),
    ):
        try:
            call()
        except ValueError as error:
            texts.append(str(error))
    return texts


def outcomes():
    del ran[:]
    rows = [row for cls in CLASSES for row in how_it_ends(cls)]
    tf2.enable()
    rows += how_it_ends(V1Class) + how_it_ends(Modes)
    tf2.disable()
    return {"rows": rows, "ran": list(ran), "refused": what_is_refused()}


if __name__ == "__main__":
    with open(RECORD, "w") as file:
        json.dump(outcomes(), file, indent=0)
        file.write("\n")
