"""tf.layers makes TensorFlow's variables, with its names and initial values, and trains to its numbers."""

import copy

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import ours, same, same_error

# Trains `network(x)` for a few steps, and says everything about it that a checkpoint or a reader of the graph would see.
TRAIN = """
tf.set_random_seed(7)
random = np.random.RandomState(3)

def network(x):
    return {network}

x = tf.placeholder(tf.float32, {static})
# 2.15 numbers random operations otherwise than 1.15, so the seed is given.
with tf.variable_scope(tf.get_variable_scope(), initializer=tf.glorot_uniform_initializer(seed=11)):
    y = network(x)
updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
loss = tf.reduce_mean(tf.square(y - 0.3)) + tf.add_n(
    [tf.constant(0.0)] + [tf.cast(l, tf.float32) for l in tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)])
operations = [(o.name, o.type) for o in tf.get_default_graph().get_operations()]
variables = tf.global_variables()
trained = tf.trainable_variables()
step = tf.group(tf.train.GradientDescentOptimizer(0.1).minimize(loss), *updates) if trained else tf.no_op()
session = tf.Session()
session.run(tf.global_variables_initializer())
initial = session.run(variables)
losses = []
for _ in range(4):
    feed = {x: random.normal(size={shape}).astype(np.float32)}
    # Not together with the step: a regularizer's loss may then see the variables before or after it in TensorFlow.
    losses.append(session.run(loss, feed))
    session.run(step, feed)
result = dict(
    shape=y.shape.as_list(), names=[(v.name, v.shape.as_list()) for v in variables],
    trained=[v.name for v in trained], updates=[u.name for u in updates], initial=initial, losses=losses,
    y=session.run(y, {x: random.normal(size={shape}).astype(np.float32)}), final=session.run(variables),
)
if {operations}:
    result["operations"] = operations
"""

SEQUENCE, IMAGE, VOLUME, ROWS = (3, 12, 4), (2, 9, 8, 3), (2, 6, 5, 4, 3), (5, 6)
L = "tf.layers."
LAYERS = [
    (ROWS, f"{L}dense(x, 3)"),
    (ROWS, f"{L}dense({L}dense(x, 4, tf.nn.relu), 2, use_bias=False, name='out')"),
    (ROWS, f"{L}Dense(2, kernel_initializer=tf.constant_initializer(.5), activation='tanh')(x)"),
    (ROWS, f"{L}dense(x, 2, kernel_regularizer=lambda w: .1 * tf.reduce_sum(w * w), bias_regularizer=tf.nn.l2_loss)"),
    (ROWS, f"{L}dense(x, 2, activity_regularizer=lambda a: .1 * tf.reduce_sum(tf.abs(a)))"),
    (ROWS, f"{L}dense(x, 2, kernel_constraint=lambda w: tf.clip_by_value(w, -.3, .3))"),
    (ROWS, f"{L}dense(x, 2, trainable=False) + {L}dense(x, 2)"),
    (SEQUENCE, f"{L}dense(x, 3)"),
    (SEQUENCE, f"{L}flatten(x)"),
    (IMAGE, f"{L}flatten(x, data_format='channels_first')"),
    (IMAGE, f"{L}dense({L}flatten(x), 2)"),
    (SEQUENCE, f"{L}conv1d(x, 5, 3)"),
    (SEQUENCE, f"{L}conv1d(x, 5, 3, strides=2, padding='same', activation=tf.nn.relu)"),
    (SEQUENCE, f"{L}conv1d(x, 2, 2, dilation_rate=2, padding='SAME')"),
    (IMAGE, f"{L}conv2d(x, 5, 3)"),
    (IMAGE, f"{L}conv2d(x, 4, (3, 2), strides=(2, 1), padding='same', activation=tf.nn.relu, name='first')"),
    (IMAGE, f"{L}conv2d({L}conv2d(x, 4, 3, use_bias=False), 2, 1)"),
    (VOLUME, f"{L}conv3d(x, 4, 2, strides=(1, 2, 1), padding='same')"),
    (IMAGE, f"{L}conv2d_transpose(x, 4, 3)"),
    (IMAGE, f"{L}conv2d_transpose(x, 4, 3, strides=2, padding='same', activation=tf.nn.elu)"),
    (VOLUME, f"{L}conv3d_transpose(x, 2, 2, strides=(2, 2, 1))"),
    (SEQUENCE, f"{L}separable_conv1d(x, 5, 3, depth_multiplier=2, padding='same')"),
    (IMAGE, f"{L}separable_conv2d(x, 5, 3, strides=2)"),
    (IMAGE, f"{L}separable_conv2d(x, 5, (2, 3), depth_multiplier=2, use_bias=False, activation=tf.nn.relu)"),
    (SEQUENCE, f"{L}max_pooling1d(x, 3, 2)"),
    (SEQUENCE, f"{L}average_pooling1d(x, 2, 1, padding='same')"),
    (IMAGE, f"{L}max_pooling2d(x, 2, 2)"),
    (IMAGE, f"{L}average_pooling2d(x, (3, 2), (2, 1), padding='same')"),
    (VOLUME, f"{L}max_pooling3d(x, 2, 2)"),
    (VOLUME, f"{L}average_pooling3d(x, 2, (2, 1, 1), padding='same')"),
    (ROWS, f"{L}batch_normalization(x, training=True)"),
    (ROWS, f"{L}batch_normalization(x)"),
    (ROWS, f"{L}batch_normalization(x, training=tf.placeholder_with_default(True, []), momentum=.5)"),
    (IMAGE, f"{L}batch_normalization(x, training=True, momentum=.8)"),
    (IMAGE, f"{L}batch_normalization(x, training=True, center=False, scale=False)"),
    (IMAGE, f"{L}batch_normalization(x, training=tf.placeholder_with_default(True, []), momentum=.8)"),
    (IMAGE, f"{L}batch_normalization(x, training=True, fused=False, name='norm')"),
    (IMAGE, f"{L}batch_normalization(x, axis=1, training=True, fused=False)"),
    (IMAGE, f"{L}batch_normalization(x, axis=[1, 3], training=True, fused=False)"),
    (ROWS, f"{L}batch_normalization({L}dense(x, 4), training=True)"),
    (ROWS, f"{L}batch_normalization(x, training=True, renorm=True, momentum=.7, renorm_momentum=.6)"),
    (ROWS, f"{L}batch_normalization(x, training=True, renorm=True, renorm_clipping=dict(rmax=1.2, rmin=.8, dmax=.1))"),
    ((6, 4), f"{L}batch_normalization(x, training=True, virtual_batch_size=3)"),
    (ROWS, f"{L}dropout({L}dense(x, 4), .3, training=False)"),
    (ROWS, f"{L}dropout({L}dense(x, 4), .3, training=True, seed=5)"),
]

# 2.15 names the operations of these otherwise, or makes others.
OTHER_OPERATIONS = (
    "conv1d",
    "conv2d(",
    "conv3d(",
    "dilation",
    "batch_norm",
    "dropout",
    "transpose",
    "pooling1d",
    "pooling3d",
    "flatten",
    "separable",
)


@pytest.mark.parametrize(("shape", "network"), LAYERS)
def test_a_layer_has_the_variables_and_numbers_of_tensorflow(peer, monkeypatch, shape, network):
    for key, value in {"network": network, "shape": shape, "static": [None, *shape[1:]]}.items():
        monkeypatch.setitem(_values, key, value)
    _values["operations"] = False
    same(peer, _program(), monkeypatch, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize(
    ("shape", "network"),
    [
        (s, n)
        for s, n in LAYERS
        if not any(part in n for part in OTHER_OPERATIONS) and (len(s) != 3 or "dense" not in n)
    ],
)
def test_a_layer_has_the_operations_of_tensorflow(peer, monkeypatch, shape, network):
    _values.update(network=network, shape=shape, static=[None, *shape[1:]], operations=True)
    wanted = _operations(peer.run(_program()))
    assert _operations(ours(_program(), monkeypatch)) == wanted


_values = {}


def _program():
    text = TRAIN
    for key, value in _values.items():
        text = text.replace("{" + key + "}", value if isinstance(value, str) else repr(value))
    return text


def _operations(result):
    """Names and types; 2.15 writes AddV2 where 1.15 wrote Add."""
    return [(name, "Add" if kind == "AddV2" else kind) for name, kind in result["operations"]]


# -- sharing and scopes ----------------------------------------------------------------------------------------------------

SHARED = """
x = tf.ones([2, 3])
def net(reuse):
    h = tf.layers.dense(x, 4, name='fc', reuse=reuse)
    with tf.variable_scope('deep', reuse=reuse):
        return tf.layers.dense(h, 2, name='out')
a, b = net(None), net(True)
with tf.variable_scope('auto', reuse=tf.AUTO_REUSE):
    c = tf.layers.dense(x, 1, name='w'), tf.layers.dense(x, 1, name='w')
layer = tf.layers.Dense(2)
d = layer(x), layer(x), layer.apply(x)
with tf.variable_scope('outer'):
    e = tf.layers.Dense(2, name='given')(x), tf.layers.Dense(2, name='given')(x), tf.layers.dense(x, 2)
result = dict(
    tensors=[t.name for t in (a, b, *c, *d, *e)], variables=[v.name for v in tf.global_variables()],
    scopes=[layer.scope_name], weights=[v.name for v in layer.weights],
    built=[layer.built, layer.count_params(), layer.dtype],
)
"""


def test_layers_share_variables_by_name_by_scope_and_by_object(peer, monkeypatch):
    same(peer, SHARED, monkeypatch)


OWN = """
class Own(tf.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight('w', [int(shape[-1])], initializer=tf.ones_initializer(), regularizer=tf.nn.l2_loss)
        self.n = self.add_variable('n', [], tf.int32, tf.zeros_initializer(), trainable=False)
        super().build(shape)
    def call(self, inputs, scale=1.0):
        self.add_update(tf.assign_add(self.n, 1))
        self.add_update(tf.assign(self.n, tf.cast(tf.reduce_sum(inputs), tf.int32)))
        self.add_loss(tf.reduce_sum(inputs), inputs=inputs)
        return inputs * self.w * scale
x, z = tf.ones([2, 3], name='x'), tf.ones([2, 3], name='z')
layer = Own(name='mine')
y = layer(x, scale=2.0)
w = layer(z)
result = dict(
    weights=[[v.name for v in part] for part in (layer.trainable_weights, layer.non_trainable_variables, layer.variables)],
    updates=[len(layer.updates), len(layer.get_updates_for(x)), len(layer.get_updates_for(None))],
    losses=[len(layer.losses), len(layer.get_losses_for(x)), len(layer.get_losses_for(None))],
    collections=[len(tf.get_collection(key)) for key in ('update_ops', 'regularization_losses')],
    names=[u.name for u in tf.get_collection('update_ops')], y=[y.name, w.name, layer.name],
)
"""


def test_a_layer_of_ones_own_keeps_weights_losses_and_updates(peer, monkeypatch):
    same(peer, OWN, monkeypatch)


PARTITIONED = """
with tf.variable_scope('s', partitioner=tf.fixed_size_partitioner(2), regularizer=tf.nn.l2_loss,
                       initializer=tf.constant_initializer(2.0)):
    y = tf.layers.dense(tf.ones([2, 4]), 3)
    b = tf.layers.batch_normalization(y)
session = tf.Session()
session.run(tf.global_variables_initializer())
result = dict(names=[v.name for v in tf.global_variables()], y=session.run(y),
              losses=[t.name for t in tf.get_collection('regularization_losses')])
"""


def test_scopes_decide_about_initializers_partitioners_and_regularizers(peer, monkeypatch):
    same(peer, PARTITIONED, monkeypatch)


WRONG = [
    ("tf.layers.dense(tf.placeholder(tf.float32, [None]), 2)", "expected min_ndim=2, found ndim=1"),
    ("tf.layers.dense(tf.placeholder(tf.float32, [None, None]), 2)", "The last dimension of the inputs to"),
    ("tf.layers.dense(tf.placeholder(tf.float32), 2)", ""),
    ("tf.layers.dense(tf.placeholder(tf.int32, [2, 3]), 2)", "dtype: 'int32'"),
    ("tf.layers.conv2d(tf.placeholder(tf.float32, [None, 3, 3]), 2, 2)", "ndim=4, found ndim=3. Full shape received: "),
    ("tf.layers.conv2d(tf.placeholder(tf.float32, [1, 3, 3, None]), 2, 2)", "The channel dimension of the inputs"),
    ("tf.layers.conv2d(tf.zeros([1, 3, 3, 1]), 2, 2, padding='full')", ""),
    ("tf.layers.conv2d(tf.zeros([1, 3, 3, 1]), 2, (2, 2, 2))", "`kernel_size` argument must be a tuple of 2 integers"),
    ("tf.layers.conv2d(tf.zeros([1, 3, 3, 1]), 2, 2, data_format='NHWC')", "`data_format` argument must be one of"),
    ("tf.layers.batch_normalization(tf.zeros([2, 3]), axis=2)", ""),
    (
        "tf.layers.batch_normalization(tf.zeros([2, 3]), renorm=True, renorm_clipping={'max': 1})",
        "['rmax', 'rmin', 'dmax']",
    ),
    ("tf.layers.Dense(2).scope_name", "No name available for layer scope"),
    ("tf.layers.Dense(2).count_params()", "the layer isn't built"),
    ("[tf.layers.dense(tf.zeros([2, 3]), 2, name='a', reuse=r) for r in (None, None)]", "already exists"),
    ("tf.layers.dense(tf.zeros([2, 3]), 2, name='a', reuse=True)", "does not exist"),
    ("tf.layers.Layer(unknown=1)", ""),
    ("tf.layers.Dense(2, activation='no such')", ""),
]


@pytest.mark.parametrize(("expression", "part"), WRONG)
def test_mistakes_are_told_at_construction(peer, monkeypatch, expression, part):
    same_error(peer, f"{expression}\nresult = {{}}", monkeypatch, part)


# -- only 1.15 can judge these ---------------------------------------------------------------------------------------------


def test_training_may_be_a_tensor_and_evaluation_uses_the_averages():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(np.arange(12, dtype=np.float32).reshape(4, 3))
        training = tf.placeholder(tf.bool, [])
        y = tf.layers.batch_normalization(x, training=training, momentum=0.0)
        session.run(tf.global_variables_initializer())
        before = session.run(y, {training: False})
        np.testing.assert_allclose(before, session.run(x) / np.sqrt(1.001), rtol=1e-5)
        session.run(tf.get_collection(tf.GraphKeys.UPDATE_OPS), {training: True})
        np.testing.assert_allclose(
            session.run(y, {training: False}), session.run(y, {training: True}), rtol=1e-5, atol=1e-6
        )
        session.run(tf.get_collection(tf.GraphKeys.UPDATE_OPS), {training: False})


def test_training_that_is_none_is_not_training():
    """As in 1.15.5, where a model's `training=None` means Keras's learning phase."""
    x = tf.constant([[1.0], [3.0]])
    with tf.Session() as sess:
        normal = tf.layers.batch_normalization(x, training=None, epsilon=0.0)
        whole = tf.layers.dropout(x, training=None)
        sess.run(tf.global_variables_initializer())
        np.testing.assert_array_equal(sess.run([normal, whole]), [[[1.0], [3.0]]] * 2)


def test_training_reaches_layers_inside_of_layers():
    class Outer(tf.layers.Layer):
        def call(self, inputs, training=False):
            return tf.layers.Dropout(1.0 - 1e-6)(inputs)

    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.ones([10, 10])
        assert session.run(tf.reduce_sum(Outer()(x, training=True))) < 90
        assert session.run(tf.reduce_sum(Outer()(x, training=False))) == 100


def test_a_copy_of_a_layer_has_its_variables():
    with tf.Graph().as_default():
        layer = tf.layers.Dense(2)
        layer(tf.ones([1, 3]))
        copied = copy.deepcopy(layer)
        assert copied.kernel is layer.kernel
        assert copied(tf.ones([1, 3])).shape.as_list() == [1, 2]
        assert len(tf.global_variables()) == 2


def test_keras_style_layers_share_nothing():
    with tf.Graph().as_default(), tf.layers.experimental.keras_style_scope():
        x = tf.ones([2, 3])
        for _ in range(2):
            tf.layers.Dense(2, name="same")(x)
        assert [v.name for v in tf.global_variables()] == [
            "same/kernel:0",
            "same/bias:0",
            "same_1/kernel:0",
            "same_1/bias:0",
        ]
        with pytest.raises(ValueError, match="reuse argument not allowed"):
            tf.layers.dense(x, 2, reuse=True)


def test_weights_can_be_read_and_set():
    with tf.Graph().as_default(), tf.Session() as session:
        layer = tf.layers.Dense(2)
        layer(tf.ones([1, 3]))
        session.run(tf.global_variables_initializer())
        layer.set_weights([np.full([3, 2], 2.0), np.ones(2)])
        kernel, bias = layer.get_weights()
        assert kernel.tolist() == [[2.0, 2.0]] * 3
        assert bias.tolist() == [1.0, 1.0]
        with pytest.raises(ValueError, match="expecting 2 weights"):
            layer.set_weights([np.ones(2)])


@pytest.mark.parametrize(
    "layer",
    [
        tf.layers.Dense(3),
        tf.layers.Conv1D(3, 2, strides=2),
        tf.layers.Conv2D(3, (2, 3), padding="same"),
        tf.layers.Conv2D(3, 2, data_format="channels_first"),
        tf.layers.Conv2DTranspose(3, 3, strides=2),
        tf.layers.SeparableConv2D(3, 2),
        tf.layers.MaxPooling2D(2, 2),
        tf.layers.AveragePooling3D(2, 1),
        tf.layers.Flatten(),
        tf.layers.BatchNormalization(),
    ],
)
def test_the_shape_of_the_output_is_known_before_the_layer_is_used(layer):
    rank = layer.input_spec.ndim if layer.input_spec and layer.input_spec.ndim else 4
    shape = [2, 8, 7, 6, 5][:rank]
    with tf.Graph().as_default():
        made = type(layer).from_config({k: v for k, v in layer.get_config().items() if k != "name"})
        assert (
            made.compute_output_shape(shape).as_list() if hasattr(made.compute_output_shape(shape), "as_list") else True
        )
        if layer.get_config().get("data_format") != "channels_first":
            expected = made(tf.zeros(shape)).shape.as_list()
            assert tf.TensorShape(made.compute_output_shape(shape)).as_list() == expected
