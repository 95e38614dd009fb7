"""Programs that import from inside of 1.15's Keras find there what they did."""

import pytest

from tests.subprocesses import python

IMPORTS = [
    "from tensorflow.python.keras.engine.base_layer import InputSpec, Layer, TensorFlowOpLayer",
    "from tensorflow.python.keras.engine.network import Network",
    "from tensorflow.python.keras.engine.input_layer import Input, InputLayer",
    "from tensorflow.python.keras.engine.training import Model",
    "from tensorflow.python.keras.engine.sequential import Sequential",
    "from tensorflow.python.keras.engine.training_utils import standardize_input_data",
    "from tensorflow.python.keras.utils.tf_utils import shape_type_conversion, smart_cond",
    "from tensorflow.python.keras.layers.convolutional import Conv2D",
]


def test_modules_inside_of_keras_are_those_of_tf_keras():
    program = "import penstock\npenstock.install()\nimport tensorflow as tf\n" + "\n".join(IMPORTS) + "\n"
    program += "assert issubclass(tf.layers.Dense, tf.keras.layers.Dense) and issubclass(tf.layers.Layer, Layer)\n"
    program += "assert Model is tf.keras.Model and issubclass(Model, Network) and issubclass(Network, tf.Module)\n"
    program += "assert issubclass(tf.nn.rnn_cell.BasicLSTMCell, tf.layers.Layer) and Conv2D is tf.keras.layers.Conv2D\n"
    program += "print('all there')"
    done = python("-c", program)
    assert "all there" in done.stdout, done.stderr[-2000:]


def test_what_is_computed_from_the_learning_phase_is_found_behind_loops():
    import penstock as tf
    from penstock.keras.utils.tf_utils import get_reachable_from_inputs

    with tf.Graph().as_default():
        phase, other = tf.placeholder_with_default(False, []), tf.constant(1.0)
        rate = tf.cond(phase, lambda: tf.constant(1.0), lambda: tf.constant(2.0))
        _, total = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + rate), [0, 0.0])
        assert total in get_reachable_from_inputs([phase], targets=[total])
        assert other * 2.0 not in get_reachable_from_inputs([phase])


@pytest.mark.parametrize("name", ["Dense", "Conv2D", "BatchNormalization", "MaxPooling2D", "Dropout", "Flatten"])
def test_a_layer_of_tf_layers_is_one_of_keras_with_the_scopes_of_1_x(name):
    import penstock as tf

    old, new = getattr(tf.layers, name), getattr(tf.keras.layers, name)
    assert issubclass(old, new) and issubclass(old, tf.layers.Layer)
    assert old.build is new.build or "build" not in vars(old)


def test_a_model_begins_with_columns_of_features():
    import numpy as np

    import penstock as tf

    tf.keras.backend.clear_session()
    number = tf.feature_column.numeric_column("a")
    kind = tf.feature_column.categorical_column_with_identity("b", 4)
    columns = [number, tf.feature_column.embedding_column(kind, 2)]
    model = tf.keras.Sequential([tf.keras.layers.DenseFeatures(columns), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    features = {"a": np.ones([8, 1], np.float32), "b": np.zeros([8, 1], np.int64)}
    data = tf.data.Dataset.from_tensor_slices((features, np.ones([8, 1], np.float32))).batch(4).repeat()
    losses = model.fit(data, steps_per_epoch=3, epochs=4, verbose=0).history["loss"]
    assert losses[-1] < losses[0] and len(model.weights) == 3
