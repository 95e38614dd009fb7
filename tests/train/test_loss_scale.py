"""Loss scales and mixed precision. `RECORDED` was made by running `curve` with TensorFlow 1.15.5."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf

RECORDED = {
    "fixed": [[2.4, 8.0, 1], [1.92, 8.0, 2], [-np.inf, 8.0, 3]],
    "dynamic": [
        *([2.4, 8.0, 1], [1.92, 16.0, 2], [1.92, 8.0, 2], [1.536, 8.0, 3], [1.2288, 16.0, 4], [1.2288, 8.0, 4]),
        *([1.2288, 4.0, 4], [0.98304, 4.0, 5]),
    ],
}
FACTORS = [1.0, 1.0, np.inf, 1.0, 1.0, np.inf, np.inf, 1.0]


def curve(tf, kind):
    """[variable, scale, global step] after each step of gradient descent on w * w; infinite factors spoil some."""
    with tf.Graph().as_default(), tf.Session() as session:
        scales = tf.train.experimental
        dynamic = kind == "dynamic"
        scale = scales.DynamicLossScale(8, 2, 2.0) if dynamic else scales.FixedLossScale(8)
        w = tf.Variable(3.0, use_resource=True)
        factor = tf.placeholder(tf.float32, [])
        count = tf.train.get_or_create_global_step()
        optimizer = scales.MixedPrecisionLossScaleOptimizer(tf.train.MomentumOptimizer(0.1, 0.0), scale)
        step = optimizer.minimize(w * w * factor, global_step=count)
        session.run(tf.global_variables_initializer())
        found = []
        for value in FACTORS if dynamic else FACTORS[:3]:
            session.run(step, {factor: value})
            found.append([float(x) for x in session.run([w, scale(), count])])
        return found


@pytest.mark.parametrize("kind", RECORDED)
@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_steps_and_scales_are_those_of_tensorflow(kind, tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    np.testing.assert_allclose(curve(tf, kind), RECORDED[kind], rtol=1e-6)


def test_gradients_come_back_at_their_own_scale_also_sparse_ones():
    with tf.Graph().as_default(), tf.Session() as session:
        table = tf.Variable([[1.0], [2.0]])
        loss = tf.reduce_sum(tf.gather(table, [1, 1]) ** 2)
        optimizer = tf.train.experimental.MixedPrecisionLossScaleOptimizer(tf.train.AdamOptimizer(), 128)
        ((gradient, _),) = optimizer.compute_gradients(loss)
        session.run(tf.global_variables_initializer())
        assert isinstance(gradient, tf.IndexedSlices)
        assert session.run(gradient.values).ravel().tolist() == [4.0, 4.0]


def test_slots_are_those_of_the_optimizer_inside():
    with tf.Graph().as_default():
        w = tf.Variable(1.0)
        inner = tf.train.AdamOptimizer()
        optimizer = tf.train.experimental.enable_mixed_precision_graph_rewrite(inner)
        optimizer.minimize(w * w)
        assert optimizer.get_slot_names() == ["m", "v"]
        assert optimizer.get_slot(w, "m") is inner.get_slot(w, "m")
        assert optimizer.get_name() == "Adam"
        with pytest.raises(ValueError, match="must not already be an instance"):
            tf.train.experimental.enable_mixed_precision_graph_rewrite(optimizer)
    tf.train.experimental.disable_mixed_precision_graph_rewrite()


@pytest.mark.parametrize("scale", [0.5, "other", [2.0]])
def test_a_scale_that_is_none_is_refused(scale):
    with pytest.raises(ValueError, match="loss scale|loss_scale"):
        tf.train.experimental.MixedPrecisionLossScaleOptimizer(tf.train.GradientDescentOptimizer(1.0), scale)


def test_a_checkpoint_of_objects_has_the_scale(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        scale = tf.train.experimental.DynamicLossScale(64)
        optimizer = tf.train.experimental.MixedPrecisionLossScaleOptimizer(tf.train.AdamOptimizer(), scale)
        session.run(tf.global_variables_initializer())
        path = tf.train.Checkpoint(optimizer=optimizer).save(str(tmp_path / "c"), session=session)
        names = [name for name, _ in tf.train.list_variables(path)]
        assert "optimizer/loss_scale/current_loss_scale/.ATTRIBUTES/VARIABLE_VALUE" in names
        assert tf.train.experimental.DynamicLossScale.from_config(scale.get_config()).get_config() == {
            "initial_loss_scale": 64.0,
            "increment_period": 2000,
            "multiplier": 2.0,
        }
