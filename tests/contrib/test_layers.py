"""tf.contrib.layers and tf.contrib.framework: names of variables, defaults, collections and numbers of 1.15."""

import numpy as np
import pytest

import penstock as tf

layers, framework = tf.contrib.layers, tf.contrib.framework


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def names(variables=None):
    return [v.op.name for v in (tf.global_variables() if variables is None else variables)]


def started(session):
    session.run(tf.global_variables_initializer())
    return session


def test_a_fully_connected_layer_has_weights_biases_and_a_relu(session):
    tf.set_random_seed(1)
    x = tf.constant(np.random.RandomState(0).normal(size=[5, 3]).astype(np.float32))
    y = layers.fully_connected(x, 4, weights_regularizer=layers.l2_regularizer(0.1), outputs_collections="outputs")
    w, b = tf.trainable_variables()
    started(session)
    assert names() == ["fully_connected/weights", "fully_connected/biases"]
    assert y.op.type == "Relu"
    assert framework.get_model_variables() == [w, b]
    assert np.abs(session.run(w)).max() <= np.sqrt(6 / 7)  # xavier
    np.testing.assert_allclose(session.run(y), np.maximum(session.run(x) @ session.run(w), 0), rtol=1e-5)
    (loss,) = tf.losses.get_regularization_losses()
    np.testing.assert_allclose(session.run(loss), 0.05 * np.square(session.run(w)).sum(), rtol=1e-5)
    assert list(layers.utils.convert_collection_to_dict("outputs")) == ["fully_connected"]


def test_a_normalizer_takes_the_place_of_biases(session):
    y = layers.conv2d(tf.zeros([2, 8, 8, 3]), 4, 3, normalizer_fn=layers.batch_norm, scope="c")
    assert y.shape.as_list() == [2, 8, 8, 4]
    assert names() == ["c/weights", "c/BatchNorm/beta", "c/BatchNorm/moving_mean", "c/BatchNorm/moving_variance"]
    assert len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)) == 2


def test_variables_are_reused_by_scope(session):
    x = tf.ones([2, 3])
    a = layers.fully_connected(x, 4, scope="fc")
    b = layers.fully_connected(x, 4, scope="fc", reuse=True)
    started(session)
    assert len(tf.global_variables()) == 2
    np.testing.assert_array_equal(*session.run([a, b]))


def test_all_layers_have_the_names_of_1_15(session):
    x = tf.zeros([2, 8, 8, 4])
    layers.separable_conv2d(x, 6, 3)
    layers.separable_conv2d(x, None, 3)
    layers.conv2d_transpose(x, 5, 2, stride=2)
    layers.convolution(tf.zeros([2, 8, 4]), 5, 2)
    layers.layer_norm(x)
    layers.bias_add(x)
    assert names() == [
        "SeparableConv2d/depthwise_weights",
        "SeparableConv2d/pointwise_weights",
        "SeparableConv2d/biases",
        "SeparableConv2d_1/depthwise_weights",
        "SeparableConv2d_1/biases",
        "Conv2d_transpose/weights",
        "Conv2d_transpose/biases",
        "Conv/weights",
        "Conv/biases",
        "LayerNorm/beta",
        "LayerNorm/gamma",
        "BiasAdd/biases",
    ]


@pytest.mark.parametrize("shape", [(6, 3), (6, 4, 4, 3)])
@pytest.mark.parametrize("collections", ["update_ops", None, "mine"])
def test_batch_norm_normalizes_and_moves_its_averages(session, shape, collections):
    value = np.random.RandomState(1).normal(3.0, 2.0, size=shape).astype(np.float32)
    x = tf.constant(value)
    y = layers.batch_norm(x, decay=0.5, scale=True, updates_collections=collections, scope="bn")
    started(session)
    axes = tuple(range(len(shape) - 1))
    mean, variance = value.mean(axes), value.var(axes)
    np.testing.assert_allclose(session.run(y), (value - mean) / np.sqrt(variance + 0.001), rtol=1e-3, atol=1e-4)
    if collections:
        session.run(tf.get_collection(collections))
    count = value.size / shape[-1]
    np.testing.assert_allclose(session.run("bn/moving_mean:0"), mean / 2, rtol=1e-4)
    # Fused kernels give the variance of a sample.
    moved = 0.5 + variance * count / (count - 1) / 2
    np.testing.assert_allclose(session.run("bn/moving_variance:0"), moved, rtol=1e-4)
    later = layers.batch_norm(x, decay=0.5, scale=True, is_training=False, scope="bn", reuse=True)
    np.testing.assert_allclose(session.run(later), (value - mean / 2) / np.sqrt(moved + 0.001), rtol=1e-3, atol=1e-4)


def test_batch_norm_with_weights_ignores_elements_of_weight_0(session):
    value = np.random.RandomState(1).normal(size=[4, 3]).astype(np.float32)
    y = layers.batch_norm(tf.constant(value), batch_weights=[1.0, 1.0, 1.0, 0.0], center=False)
    started(session)
    part = value[:3]
    np.testing.assert_allclose(
        session.run(y), (value - part.mean(0)) / np.sqrt(part.var(0) + 0.001), rtol=1e-3, atol=1e-4
    )


def test_training_may_be_a_tensor(session):
    training = tf.placeholder(tf.bool, [])
    y = layers.batch_norm(tf.constant([[1.0], [3.0]]), is_training=training, updates_collections=None, decay=0.0)
    started(session)
    np.testing.assert_allclose(session.run(y, {training: False}), [[1.0], [3.0]], rtol=1e-3)
    np.testing.assert_allclose(session.run(y, {training: True}), [[-1.0], [1.0]], rtol=1e-3)
    np.testing.assert_allclose(session.run("BatchNorm/moving_mean:0"), [2.0], rtol=1e-5)


def test_layer_norm_normalizes_each_element(session):
    value = np.random.RandomState(1).normal(size=[2, 3, 4]).astype(np.float32)
    y = layers.layer_norm(tf.constant(value))
    started(session)
    wanted = (value - value.mean((1, 2), keepdims=True)) / value.std((1, 2), keepdims=True)
    np.testing.assert_allclose(session.run(y), wanted, rtol=1e-4, atol=1e-5)


def test_layers_without_weights(session):
    x = tf.constant(np.arange(32, dtype=np.float32).reshape([1, 4, 4, 2]))
    assert session.run(layers.max_pool2d(x, 2))[0, 0, 0].tolist() == [10.0, 11.0]
    assert session.run(layers.avg_pool2d(x, 2))[0, 0, 0].tolist() == [5.0, 6.0]
    assert layers.flatten(x).shape.as_list() == [1, 32]
    assert session.run(layers.one_hot_encoding([1, 0], 3)).tolist() == [[0, 1, 0], [1, 0, 0]]
    np.testing.assert_allclose(session.run(layers.unit_norm([[3.0, 4.0]], 1)), [[0.6, 0.8]], rtol=1e-5)
    assert session.run(layers.maxout([[1.0, 5.0, 2.0, 3.0]], 2)).tolist() == [[5.0, 3.0]]
    for not_training in (False, None):
        assert session.run(layers.dropout(tf.ones([4]), is_training=not_training)).tolist() == [1.0] * 4
    assert set(session.run(layers.dropout(tf.ones([100]), 0.5))) == {0.0, 2.0}
    np.testing.assert_allclose(session.run(layers.softmax(tf.zeros([2, 3, 4]))), np.full([2, 3, 4], 0.25))


def test_layers_can_be_repeated_and_stacked(session):
    x = tf.zeros([1, 4, 4, 3])
    layers.repeat(x, 2, layers.conv2d, 8, 3, scope="conv1")
    layers.stack(layers.flatten(x), layers.fully_connected, [5, 6], scope="fc")
    layers.stack(layers.flatten(x), layers.fully_connected, [5])
    assert [n for n in names() if n.endswith("weights")] == [
        "conv1/conv1_1/weights",
        "conv1/conv1_2/weights",
        "fc/fc_1/weights",
        "fc/fc_2/weights",
        "Stack/fully_connected_1/weights",
    ]


def test_arg_scope_changes_defaults_and_nests(session):
    with framework.arg_scope([layers.fully_connected, layers.conv2d], activation_fn=None) as kept:
        assert layers.fully_connected(tf.zeros([1, 2]), 3).op.type == "BiasAdd"
        with framework.arg_scope([layers.fully_connected], biases_initializer=None):
            assert layers.fully_connected(tf.zeros([1, 2]), 3).op.type == "MatMul"
        assert layers.fully_connected(tf.zeros([1, 2]), 3, activation_fn=tf.tanh).op.type == "Tanh"
    assert layers.fully_connected(tf.zeros([1, 2]), 3).op.type == "Relu"
    with framework.arg_scope(kept):
        assert layers.conv2d(tf.zeros([1, 2, 2, 1]), 3, 1).op.type == "BiasAdd"
    with pytest.raises(ValueError, match="is not decorated"), framework.arg_scope([tf.add], name="x"):
        pass
    assert "activation_fn" in framework.arg_scoped_arguments(layers.conv2d)


def test_regularizers(session):
    w = tf.constant([[1.0, -2.0], [3.0, 0.0]])
    both = layers.l1_l2_regularizer(0.5, 1.0)
    assert session.run([layers.l1_regularizer(0.5)(w), layers.l2_regularizer(0.5)(w), both(w)]) == [3.0, 3.5, 10.0]
    assert layers.l1_regularizer(0.0)(w) is None
    assert session.run(layers.apply_regularization(layers.l2_regularizer(1.0), [w, w])) == 14.0
    for wrong in (1, -1.0):
        with pytest.raises(ValueError, match="scale"):
            layers.l2_regularizer(wrong)


@pytest.mark.parametrize(
    ("settings", "variance"),
    [({}, 2 / 300), ({"mode": "FAN_OUT", "uniform": True}, 2 / 400), ({"factor": 1.0, "mode": "FAN_AVG"}, 1 / 350)],
)
def test_variance_scaling(session, settings, variance):
    value = session.run(layers.variance_scaling_initializer(seed=1, **settings)([300, 400]))
    np.testing.assert_allclose(value.var(), variance, rtol=0.03)


@pytest.mark.parametrize(
    "optimizer", ["SGD", "Adam", tf.train.AdagradOptimizer, lambda rate: tf.train.FtrlOptimizer(rate)]
)
def test_optimize_loss_lowers_the_loss(session, optimizer):
    step = framework.get_or_create_global_step()
    x = tf.get_variable("x", [], initializer=tf.constant_initializer(3.0))
    loss = tf.square(x)
    train = layers.optimize_loss(loss, step, 0.1, optimizer, clip_gradients=5.0)
    started(session)
    first = session.run(loss)
    for _ in range(10):
        session.run(train)
    assert session.run(loss) < first
    assert session.run(step) == 10
    assert "OptimizeLoss/learning_rate" in names()


def test_optimize_loss_multiplies_and_clips_gradients(session):
    step = framework.get_or_create_global_step()
    a, b = (tf.get_variable(n, [], initializer=tf.ones_initializer()) for n in "ab")
    train = layers.optimize_loss(
        a + 10 * b, step, 1.0, "SGD", gradient_multipliers={"a:0": 3.0, b: 0.4}, clip_gradients=2.5, summaries=["loss"]
    )
    started(session)
    session.run(train)  # gradients 3 and 4, of norm 5, are halved
    np.testing.assert_allclose(session.run([a, b]), [1 - 1.5, 1 - 2.0], rtol=1e-5)


def test_variables_are_found_by_scope_suffix_and_name(session):
    for scope in ("a", "b"):
        layers.fully_connected(tf.zeros([1, 2]), 3, scope=scope)
    assert names(framework.get_variables("a")) == ["a/weights", "a/biases"]
    assert names(framework.get_variables(suffix="biases")) == ["a/biases", "b/biases"]
    assert names(framework.get_variables_by_name("weights")) == ["a/weights", "b/weights"]
    assert names(framework.get_variables_to_restore(exclude=["b"])) == ["a/weights", "a/biases"]
    assert framework.get_unique_variable("b/biases").op.name == "b/biases"
    framework.assign_from_values_fn({"a/biases": np.array([1, 2, 3])})(session)
    assert session.run(framework.get_unique_variable("a/biases")).tolist() == [1.0, 2.0, 3.0]


def test_summaries_of_collections(session):
    y = layers.fully_connected(tf.zeros([1, 2]), 3, outputs_collections=tf.GraphKeys.ACTIVATIONS)
    assert len(layers.summarize_activations()) == 1
    assert layers.summarize_tensor(tf.constant("text")) is None
    assert len(layers.summarize_variables()) == 2
    started(session)
    assert session.run(layers.summarize_activation(y))
