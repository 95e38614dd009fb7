"""The smaller modules of tf.contrib say what they say in 1.15."""

import pytest

import penstock as tf
from tests.contrib.programs.smaller import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = ("scaled softplus", "sparsemax")


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("smaller", title, PROGRAMS[title], monkeypatch, tiers)


def test_bad_arguments_are_told():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="keep_prob must be"):
            tf.contrib.nn.alpha_dropout(tf.zeros([2]), 0.0)
        with pytest.raises(ValueError, match="at least 1"):
            tf.contrib.mixed_precision.FixedLossScaleManager(0.5)
        args = tf.zeros([9, 4]), tf.zeros([9]), tf.zeros([2, 1], tf.int64), tf.zeros([2, 4])
        with pytest.raises(ValueError, match="must be less than num_sampled"):
            tf.contrib.nn.rank_sampled_softmax_loss(*args, 3, 3, 9, 1, None, 1.0, True, "div")


def test_a_spec_with_bounds_knows_them():
    Spec = tf.contrib.framework.BoundedTensorSpec
    spec = Spec([2, 3], tf.int32, 0, [5, 6, 7], "x")
    assert spec.is_compatible_with(tf.TensorSpec([None, 3], tf.int32))
    assert spec == Spec([2, 3], tf.int32, [0, 0, 0], [5, 6, 7], "x") != Spec([2, 3], tf.int32, 1, [5, 6, 7], "x")
    assert (Spec.from_spec(spec).maximum == [5, 6, 7]).all()
    plain = Spec.from_spec(tf.TensorSpec([4], tf.uint8))
    assert (plain.minimum, plain.maximum) == (0, 255)
    with pytest.raises(ValueError, match="read-only"):
        spec.maximum[0] = 1
    with pytest.raises(ValueError, match="maximum is not compatible with shape"):
        Spec([2, 3], tf.int32, 0, [5, 6])
    with pytest.raises(ValueError, match="must be provided; but saw 'None' and '1'"):
        Spec([2], tf.int32, None, 1)


def test_a_table_takes_the_entries_of_an_initializer_of_ones_own():
    class Squares(tf.contrib.lookup.TableInitializerBase):
        def __init__(self):
            super().__init__(tf.int64, tf.int64)

        def initialize(self, table):
            keys = tf.range(4, dtype=tf.int64)
            return tf.contrib.lookup.KeyValueTensorInitializer(keys, keys * keys).initialize(table)

    with tf.Graph().as_default(), tf.Session() as session:
        table = tf.contrib.lookup.HashTable(Squares(), -1)
        session.run(tf.tables_initializer())
        assert session.run(table.lookup(tf.constant([3, 9], tf.int64))).tolist() == [9, -1]
    with pytest.raises(TypeError, match="abstract"):
        tf.contrib.lookup.TableInitializerBase(tf.int64, tf.int64)
