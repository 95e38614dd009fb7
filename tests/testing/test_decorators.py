"""The decorators of `test_util`: tests of users pass, fail, are skipped and are refused as in 1.15.5."""

import gc
import importlib
import json
import os
import unittest

import pytest

import penstock as tf

with open(os.path.join(os.path.dirname(__file__), "recorded_user_tests.json")) as _file:
    RECORDED = json.load(_file)
# The last line is NumPy's, the difference of two lists, a count of garbage or a traceback's.
OTHER_WORDS = ("All.testFail", "Leaks.testCycle", "InFunction.testDeferredFails", "Param.testBuildFails_function")


@pytest.fixture
def found():
    tf.install()
    switches = gc.isenabled(), gc.get_debug()
    yield importlib.import_module("tests.testing.user_tests").outcomes()
    gc.set_debug(switches[1])
    (gc.enable if switches[0] else gc.disable)()
    tf.uninstall()


def test_tests_of_users_end_as_in_1_15(found):
    ours, theirs = ({(n, i): end for i, (n, *end) in enumerate(side["rows"])} for side in (found, RECORDED))
    assert {k: end[0] for k, end in ours.items()} == {k: end[0] for k, end in theirs.items()}
    told = [{k: end[1] for k, end in side.items() if k[0] not in OTHER_WORDS} for side in (ours, theirs)]
    assert told[0] == told[1]
    assert found["ran"] == RECORDED["ran"]
    assert found["refused"] == RECORDED["refused"]


def test_tensors_that_outlive_their_test_are_told():
    from penstock.testing.leaks import assert_no_new_tensors

    kept = []

    class Leaks(tf.test.TestCase):
        @assert_no_new_tensors
        def testNothing(self):
            with tf.Session() as session:
                session.run(tf.constant(1.0) + 2.0)

        @assert_no_new_tensors
        def testKept(self):
            kept.append(tf.TensorShape([1]))

    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(Leaks).run(result)
    assert not result.errors and len(result.failures) == 1
    assert "1 Tensors not deallocated after test: [TensorShape([Dimension(1)])]" in result.failures[0][1]


def test_a_test_runs_in_a_function_of_the_graph():
    from penstock.testing.decorators import also_run_as_tf_function

    class Both(tf.test.TestCase):
        @also_run_as_tf_function
        def testGood(self):
            self.assertAllEqual(tf.constant([1, 2]) + 1, [2, 3])

        @also_run_as_tf_function
        def testBad(self):
            self.assertAllEqual(tf.constant([1, 2]) + 1, [2, 4])

    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(Both).run(result)
    assert [case.id().rpartition(".")[2] for case, _ in result.errors + result.failures] == ["testBad"]


def test_the_switch_of_control_flow_is_the_variable_of_its_module():
    tf.install()
    try:
        from tensorflow.python.ops import control_flow_util

        assert control_flow_util.ENABLE_CONTROL_FLOW_V2 is tf.control_flow_v2_enabled() is False
        control_flow_util.ENABLE_CONTROL_FLOW_V2 = True
        assert tf.control_flow_v2_enabled()
        tf.disable_control_flow_v2()
        assert control_flow_util.ENABLE_CONTROL_FLOW_V2 is False
    finally:
        tf.disable_control_flow_v2()
        tf.uninstall()
