"""Programs of tf.contrib.layers' lesser layers; what TensorFlow says to them is in `recorded/layers_more.json`."""

from textwrap import dedent

_SETUP = """
F = tf.contrib.layers
r = np.random.RandomState(7)
images = tf.constant(r.normal(size=[2, 4, 5, 6]).astype(np.float32))
first = tf.transpose(images, [0, 3, 1, 2])
def values():
    # What initializers give depends on how many operations came before; these numbers do not.
    s = np.random.RandomState(11)
    return [tf.assign(v, (v * 0.0 + s.uniform(0.5, 1.5, size=v.shape.as_list()).astype(np.float32)))
            for v in sorted(tf.global_variables(), key=lambda v: v.name)]
def run(*tensors):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(values())
        return session.run(list(tensors)) + [[v.name for v in tf.trainable_variables()], [t.name for t in tensors][:1]]
"""
_PROGRAMS = {
    "group norm": """
        y = F.group_norm(images, groups=3)
        result = run(y, tf.gradients(y * y, images)[0])
        """,
    "group norm, channels first": """
        y = F.group_norm(first, 2, channels_axis=-3, reduction_axes=[-2, -1], center=False, activation_fn=tf.nn.relu)
        result = run(y)
        """,
    "group norm, squares": """
        unknown = tf.placeholder_with_default(images, [None, 4, 5, 6])
        y = F.group_norm(unknown, 6, scale=False, mean_close_to_zero=True, scope="n")
        result = run(y) + [y.shape.as_list()]
        """,
    "instance norm": """
        y = F.instance_norm(images)
        result = run(y, tf.gradients(y * y, images)[0])
        """,
    "instance norm, channels first": """
        result = run(F.instance_norm(first, data_format="NCHW", param_initializers={"gamma": tf.zeros_initializer()}))
        """,
    "gdn": """
        y = F.gdn(images)
        result = run(y, *tf.gradients(y * y, [images] + tf.trainable_variables()))
        """,
    "gdn, inverse": """
        y = F.gdn(images, inverse=True, gamma_init=0.3, beta_min=0.9)
        result = run(y, *tf.gradients(-y, tf.trainable_variables()))
        """,
    "gdn, sequences": "result = run(F.gdn(images[:, 0]))",
    "in plane": """
        y = F.conv2d_in_plane(images, [2, 3], stride=2, padding="VALID")
        result = run(y, tf.gradients(y, images)[0])
        """,
    "in plane, normalized": """
        result = run(F.convolution2d_in_plane(images, 2, activation_fn=None, normalizer_fn=F.instance_norm, scope="p"))
        """,
    "spatial softmax": """
        y = F.spatial_softmax(images, temperature=0.7)
        z = F.spatial_softmax(first, data_format="NCHW", trainable=False, name="z")
        result = run(y, z, *tf.gradients(y * y, [images] + tf.trainable_variables()))
        """,
    "sequences": """
        y = F.images_to_sequence(images)
        z = F.images_to_sequence(first, "NCHW")
        back = F.sequence_to_images(y, 4), F.sequence_to_images(z, 4, "channels_first")
        with tf.Session() as session:
            result = session.run([y, z] + list(back)) + [y.name, back[0].name]
        """,
    "scaled gradients": """
        y = F.scale_gradient(images, tf.constant([0.0, 1.0, 2.0, 3.0, 4.0, 5.0]))
        with tf.Session() as session:
            result = session.run([y] + tf.gradients(y * y, images))
        """,
    "legacy": """
        y = F.legacy_relu(images, 3)
        z = F.legacy_linear(images[:, 0, 0], 2, bias_init=None, name="lin", weight_regularizer=F.l2_regularizer(0.1))
        result = run(y, z, *tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES))
        for key in ("WEIGHTS", "BIASES", "ACTIVATIONS"):
            result.append([v.name for v in tf.get_collection(getattr(tf.GraphKeys, key))])
        """,
    "reversible": """
        # Small values: near the ends of tanh its derivative is made of rounding, and far from 0, sin is.
        f = lambda x: tf.layers.dense(0.2 * x, 6, tf.tanh)
        y = F.rev_block(images[:, 0], images[:, 1], f, [f, tf.layers.dense and (lambda x: 0.5 * f(x))], num_layers=2)
        total = tf.reduce_sum(y[0] * y[0]) + tf.reduce_sum(y[1])
        names = sorted(tf.trainable_variables(), key=lambda v: v.name)
        result = run(*(list(y) + tf.gradients(total, [images] + names)))[:-1]
        """,
    "reversible, side inputs": """
        def f(x, side):
            return tf.layers.dense(0.1 * x * side[0], 6, tf.sin)
        side = tf.constant(2.0)
        y = F.rev_block(images[:, 0], images[:, 1], f, tf.sin, num_layers=2, f_side_input=[side])
        names = sorted(tf.trainable_variables(), key=lambda v: v.name)
        result = run(*(list(y) + tf.gradients(y[0] * y[1], [images, side] + names)))[:-1]
        """,
    "reversible, backwards": """
        block = F.RevBlock(lambda x: tf.layers.dense(0.1 * x, 6, tf.tanh), tf.sin, num_layers=3)
        y = block.forward(images[:, 0], images[:, 1])
        with tf.variable_scope("", reuse=True):
            x = block.backward(*y)
        result = run(*(list(y) + list(x)))[:-1]
        """,
    "computed again": """
        @F.recompute_grad(tupleize_grads=True)
        def f(x, y):
            return tf.layers.dense(x, 6, tf.tanh, name="one") * y, tf.sin(y)
        with tf.variable_scope("all", use_resource=True):
            y = f(images[:, 0], images[:, 1])
        names = sorted(tf.trainable_variables(), key=lambda v: v.name)
        result = run(*(list(y) + tf.gradients(y[0] + y[1], [images] + names)))[:-1]
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
