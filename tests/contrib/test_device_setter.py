"""Which parameter server gets a variable: by load, or by a hash of its name."""

import collections

import numpy as np
import pytest

import penstock as tf

TRAINING = tf.contrib.training


def placed(strategy, sizes, servers=3):
    with tf.Graph().as_default(), tf.device(tf.train.replica_device_setter(servers, ps_strategy=strategy)):
        return [int(tf.Variable(np.zeros(n, np.float32), name=f"v{n}").device[-1]) for n in sizes]


def test_the_least_loaded_server_is_chosen_by_bytes():
    strategy = TRAINING.GreedyLoadBalancingStrategy(3, TRAINING.byte_size_load_fn)
    # 40, 8, 8 bytes; then 4 more to the first of the two with 8, 4 to the other, ...
    assert placed(strategy, [10, 2, 2, 1, 1, 5]) == [0, 1, 2, 1, 2, 1]


def test_any_function_may_be_the_load():
    assert placed(TRAINING.GreedyLoadBalancingStrategy(3, lambda op: 1.0), [9, 1, 5, 2]) == [0, 1, 2, 0]


def test_a_hash_spreads_names_and_repeats_itself():
    sizes = range(1, 200)
    found = placed(TRAINING.RandomStrategy(3), sizes)
    assert found == placed(TRAINING.RandomStrategy(3), sizes)
    assert found != placed(TRAINING.RandomStrategy(3, seed=1), sizes)
    counts = collections.Counter(found)
    assert set(counts) == {0, 1, 2} and min(counts.values()) > 40


def test_bytes_of_unknown_shapes_and_of_several_outputs_are_refused():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="not fully defined"):
            TRAINING.byte_size_load_fn(tf.placeholder(tf.float32, [None]).op)
        with pytest.raises(ValueError, match="must have a single output"):
            TRAINING.byte_size_load_fn(tf.split(tf.zeros([4]), 2)[0].op)
