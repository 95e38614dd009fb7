"""`tf.function` in graph mode: values, calls and function bodies are those of 1.15.5."""

import json

import numpy as np
import pytest

import penstock

penstock.install()
from tests.autograph import traced_functions  # noqa: E402

penstock.uninstall()

with open(traced_functions.RECORD) as _file:
    RECORDED = json.load(_file)


@pytest.mark.parametrize("program", traced_functions.PROGRAMS, ids=lambda p: p.__name__)
def test_what_1_15_makes_of_it_comes_out(program):
    ours, theirs = traced_functions.outcome(program), dict(RECORDED[program.__name__])
    for mine, recorded in zip(ours.pop("values"), theirs.pop("values"), strict=True):
        np.testing.assert_allclose(mine, recorded, rtol=1e-6)
    if program.__name__ in ("gradient", "nested"):  # there, backward functions get the arguments from the forward call
        ours.pop("calls"), theirs.pop("calls")
    else:  # nor do we need a call that initializes the variables of a function
        theirs["calls"] = [call for call in theirs["calls"] if call[0] != "PartitionedFunctionCall"]
    assert json.loads(json.dumps(ours)) == theirs


def test_variables_are_made_by_the_first_call_only():
    import penstock as tf

    made = []

    @tf.function
    def grows(x):
        made.append(tf.Variable(1.0))
        return x + made[-1]

    with tf.Graph().as_default(), pytest.raises(ValueError, match="create variables on non-first call"):
        grows(tf.constant(1.0))


def test_arguments_that_do_not_fit_the_signature_are_refused():
    import penstock as tf

    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2], tf.float32)])
    with tf.Graph().as_default(), pytest.raises(ValueError, match="incompatible with input_signature"):
        f(tf.constant([1.0, 2.0, 3.0]))


def test_python_values_make_functions_of_their_own():
    import penstock as tf

    traced = []

    @tf.function
    def power(x, n):
        traced.append(n)
        return x**n

    with tf.Graph().as_default(), tf.Session() as sess:
        values = sess.run([power(tf.constant(3.0), 2), power(tf.constant(2.0), 3), power(tf.constant(4.0), 2)])
    assert (values, traced) == ([9.0, 8.0, 16.0], [2, 3])
