"""Masks, thresholds and what is left of weights are those that 1.15.5 gave."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.model_pruning import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_model_is_pruned_as_by_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "always" else ("interpret",)
    same_as_recorded("model_pruning", title, PROGRAMS[title], monkeypatch, tiers)


def pruned(spec, value):
    with tf.Graph().as_default(), tf.Session() as session:
        with tf.variable_scope("a") as scope:
            masked = tf.contrib.model_pruning.apply_mask(tf.get_variable("w", initializer=value), scope)
        tf.train.create_global_step()
        hparams = tf.contrib.model_pruning.get_pruning_hparams().parse(spec)
        op = tf.contrib.model_pruning.Pruning(hparams, sparsity=0.5).mask_update_op()
        session.run(tf.global_variables_initializer())
        session.run(op)
        return session.run(masked)


def test_some_weights_have_targets_of_their_own():
    value = np.arange(1, 9, dtype=np.float32)
    assert np.count_nonzero(pruned("", value)) == 4
    assert np.count_nonzero(pruned("weight_sparsity_map=[a/w:0.25]", value)) == 6
    assert np.count_nonzero(pruned("weight_sparsity_map=[b/w:0.25]", value)) == 4


def test_some_weights_have_blocks_of_their_own():
    value = np.arange(1, 17, dtype=np.float32).reshape(4, 4)
    found = pruned("block_dims_map=[a/w:2x4]", value)
    assert not found[:2].any() and found[2:].all()


@pytest.mark.parametrize(
    "spec, text",
    [
        ("begin_pruning_step=-1", "Illegal value for begin_pruning_step"),
        ("begin_pruning_step=9,end_pruning_step=5", "Pruning must begin before it can end"),
        ("sparsity_function_begin_step=100", "Sparsity function requires begin_step < end_step"),
        ("threshold_decay=1.0", r"threshold_decay must be in range \[0,1\)"),
        ("target_sparsity=1.5", r"target_sparsity must be in range \[0,1\)"),
        ("weight_sparsity_map=[w:1.0]", "Weight sparsity can not exceed 1.0"),
        ("block_dims_map=[w:4]", "Expected 2 values for block dim"),
        ("block_pooling_function=SUM", "Unknown pooling function"),
        ("weight_sparsity_map=[a:0.1,w:0.2]", "Multiple matches in weight_sparsity_map for weight a/w"),
    ],
)
def test_wrong_settings_are_refused(spec, text):
    with pytest.raises(ValueError, match=text):
        pruned(spec, np.ones([3], np.float32))
