"""Keras' backend: sessions that initialize variables, functions with updates, the learning phase, and 1.15.5's numbers."""

import numpy as np
import pytest

import penstock as tf

K = tf.keras.backend
# 1.15.5: np.random.seed(3); K.eval(K.random_uniform((4,)))
RANDOM = [0.6614478826522827, 0.2976078987121582, 0.7521456480026245, 0.4453316926956177]


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def test_a_session_initializes_the_variables_that_keras_made_and_no_value_twice():
    v = K.variable([1.0, 2.0])
    assert v.op.type == "VarHandleOp"
    np.testing.assert_array_equal(K.get_session().run(v), [1, 2])
    K.set_value(v, [5.0, 6.0])
    K.variable(0.0)
    np.testing.assert_array_equal(K.get_session().run(v), [5, 6])


def test_the_default_session_comes_first():
    with tf.Session() as session:
        assert K.get_session() is session
    assert K.get_session() is not session


def test_a_function_feeds_fetches_and_updates():
    x, total = K.placeholder((None,)), K.variable(0.0)
    step = K.function([x], [x * 2.0], updates=[(total, total + K.sum(x))])
    np.testing.assert_array_equal(step([np.array([1, 2])])[0], [2, 4])
    step([np.array([3, 4, 5])])
    assert K.get_value(total) == 15.0


def test_a_function_takes_tensors_in_the_place_of_arrays_and_keeps_structures():
    x = K.placeholder((2,))
    double = K.function([x], {"twice": x * 2.0})
    np.testing.assert_array_equal(double([K.constant([1.0, 2.0])])["twice"], [2, 4])


def test_further_feeds_fetches_and_callbacks_of_a_function():
    x, y = K.placeholder((2,)), K.placeholder(())
    seen = []
    scaled = K.function([x], [x * y], feed_dict={y: 3.0}, fetches=[y + 1.0])
    scaled.fetch_callbacks[scaled.fetches[0]] = seen.append
    np.testing.assert_array_equal(scaled([np.ones(2)])[0], [3, 3])
    assert seen == [4.0]
    with pytest.raises(ValueError, match='Invalid argument "wrong"'):
        K.function([x], [x], wrong=1)


def test_the_learning_phase_is_a_placeholder_until_it_is_set(graph):
    y = K.in_train_phase(K.constant(1.0), K.constant(0.0))
    phase = K.learning_phase()
    assert phase.name == "keras_learning_phase:0"
    assert K.get_session().run([y, y], {phase: True}) == [1.0, 1.0] and K.eval(y) == 0.0
    with K.learning_phase_scope(1):
        assert K.learning_phase() == 1 and K.eval(K.in_train_phase(K.constant(1.0), K.constant(0.0))) == 1.0
    assert K.learning_phase() is phase
    with pytest.raises(ValueError, match="Expected learning phase to be 0 or 1."):
        K.set_learning_phase(2)


def test_random_tensors_without_a_seed_follow_numpy():
    np.random.seed(3)
    first = K.eval(K.random_uniform((4,)))
    with tf.Graph().as_default():
        np.random.seed(3)
        np.testing.assert_array_equal(K.eval(K.random_uniform((4,))), first)
    np.testing.assert_allclose(first, RANDOM, rtol=1e-6)


def test_a_recurrent_loop_with_a_mask_keeps_states_and_repeats_outputs():
    x = K.constant([[[1.0], [2.0], [4.0]], [[1.0], [2.0], [4.0]]])
    mask = K.constant([[True, True, False], [True, False, True]], dtype="bool")
    zero = K.zeros((2, 1))
    for unroll in (False, True):
        last, outputs, states = K.rnn(lambda x, s: (x + s[0], [x + s[0]]), x, [zero], mask=mask, unroll=unroll)
        np.testing.assert_array_equal(K.eval(outputs)[..., 0], [[1, 3, 3], [1, 1, 5]])
        np.testing.assert_array_equal(K.eval(states[0])[:, 0], [3, 5])
        np.testing.assert_array_equal(K.eval(last)[:, 0], [3, 5])


def test_products_of_batches_have_the_shapes_of_1_15():
    a, b = K.ones((3, 4, 5)), K.ones((3, 5, 6))
    assert K.int_shape(K.batch_dot(a, b)) == (3, 4, 6)
    assert K.int_shape(K.batch_dot(K.ones((3, 5)), K.ones((3, 5)), axes=1)) == (3, 1)
    assert K.int_shape(K.batch_dot(K.ones((3, 5)), K.ones((3, 4, 5)), axes=(1, 2))) == (3, 4)


def test_names_are_counted_for_each_graph():
    assert [K.get_uid("a"), K.get_uid("a")] == [1, 2]
    with tf.Graph().as_default():
        assert K.get_uid("a") == 1
    assert K.unique_object_name("b", zero_based=True) == "b" and K.unique_object_name("b", zero_based=True) == "b_1"


def test_images_are_resized_as_in_1_15():
    x = K.constant(np.arange(4.0).reshape(1, 2, 2, 1))
    near = K.eval(K.resize_images(x, 2, 2, "channels_last"))[0, :, :, 0]
    np.testing.assert_array_equal(near, np.kron([[0, 1], [2, 3]], np.ones((2, 2))))
    linear = K.eval(K.resize_images(x, 2, 2, "channels_last", interpolation="bilinear"))[0, 0, :, 0]
    np.testing.assert_allclose(linear, [0, 0.25, 0.75, 1])


@pytest.mark.parametrize("optimizers", ["sgd", ["sgd", "adam"]])
def test_a_wide_and_deep_model_learns_with_one_or_two_optimizers(optimizers):
    x = np.linspace(0, 1, 96, dtype=np.float32).reshape(32, 3)
    deep = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)])
    model = tf.keras.experimental.WideDeepModel(tf.keras.experimental.LinearModel(), deep)
    model.compile(optimizers, "mse")
    losses = model.fit(x, x.sum(1, keepdims=True), epochs=5, verbose=0).history["loss"]
    assert losses[-1] < losses[0]
