"""XLA's operations by their own names compute what they compute in 1.15.5, interpreted and compiled."""

import pytest

import penstock as tf
from penstock.compat.internal.compiler.tf2xla.python import xla
from penstock.graph import errors
from tests.contrib.programs.xla_operations import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_computes_what_it_computes_in_tensorflow(title, monkeypatch):
    same_as_recorded("xla_operations", title, PROGRAMS[title], monkeypatch, tiers=("interpret", "compile"))


def test_tensors_do_not_travel_between_computations():
    with tf.Session() as sess, pytest.raises(errors.InvalidArgumentError, match="No OpKernel was registered.*XlaRecv"):
        sess.run(xla.recv(tf.float32, "a", [2]))


def test_dimensions_of_unequal_ranks_must_be_named():
    with tf.Session() as sess, pytest.raises(errors.InvalidArgumentError, match="broadcast_dims must name"):
        sess.run(xla.add(tf.ones([3, 4]), tf.ones([4])))


def test_padding_takes_nothing_away():
    with (
        tf.Session() as sess,
        pytest.raises(errors.InvalidArgumentError, match=r"padding_low must be non-negative, got \[-1\]"),
    ):
        sess.run(xla.pad(tf.ones([3]), 0.0, [-1], [0], [0]))
