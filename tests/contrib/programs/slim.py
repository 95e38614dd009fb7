"""Programs of tf.contrib.slim.nets; what TensorFlow says to them is in `recorded/slim.json`."""

_NAMES = """
slim, nets = tf.contrib.slim, tf.contrib.slim.nets
with slim.arg_scope(nets.{scope}()):
    logits, ends = nets.{network}(tf.placeholder(tf.float32, {shape}), {arguments})
result = dict(
    logits=logits.op.name, shape=logits.shape.as_list(), ends={n: t.shape.as_list() for n, t in ends.items()},
    variables=[(v.op.name, v.shape.as_list()) for v in tf.global_variables()][::{every}],
    count=[len(tf.get_collection(k)) for k in (
        "variables", "trainable_variables", "model_variables", "regularization_losses", "update_ops")],
)
"""
_NUMBERS = """
slim, nets = tf.contrib.slim, tf.contrib.slim.nets
random = np.random.RandomState(2)
x = tf.constant(random.normal(size={shape}).astype(np.float32))
with slim.arg_scope(nets.{scope}()):
    logits, ends = nets.{network}(x, {arguments})
with tf.Session() as session:
    for v in tf.global_variables():
        size = int(np.prod(v.shape.as_list()))
        value = np.sin(np.arange(size) * 0.7 + len(v.op.name)).reshape(v.shape.as_list()) * {spread}
        if v.op.name.endswith("variance"):
            value = np.abs(value) + 1.0
        session.run(v.initializer, {v.initializer.inputs[1]: value.astype(np.float32)})
    value = session.run(logits)
    result = dict(mean=value.mean((0, 1, 2)), deviation=value.std(), part=value[0, 0, :3])
"""
_NETS = (
    ("alexnet.alexnet_v2", "alexnet.alexnet_v2_arg_scope", 224, 1),
    ("overfeat.overfeat", "overfeat.overfeat_arg_scope", 231, 1),
    ("vgg.vgg_a", "vgg.vgg_arg_scope", 224, 1),
    ("vgg.vgg_16", "vgg.vgg_arg_scope", 224, 1),
    ("vgg.vgg_19", "vgg.vgg_arg_scope", 224, 1),
    ("resnet_v1.resnet_v1_50", "resnet_v1.resnet_arg_scope", 224, 5),
    ("resnet_v2.resnet_v2_101", "resnet_v2.resnet_arg_scope", 224, 9),
    ("inception.inception_v1", "inception.inception_v1_arg_scope", 224, 5),
    ("inception.inception_v2", "inception.inception_v2_arg_scope", 224, 5),
    ("inception.inception_v3", "inception.inception_v3_arg_scope", 299, 5),
)


def _filled(text: str, **parts: object) -> str:
    for name, part in parts.items():
        text = text.replace("{" + name + "}", str(part))
    return text


PROGRAMS = {
    f"{network}, names": _filled(
        _NAMES, network=network, scope=scope, shape=[2, size, size, 3], arguments="num_classes=7", every=every
    )
    for network, scope, size, every in _NETS
}
PROGRAMS["resnet_v1 with rates, names"] = _filled(
    _NAMES,
    network="resnet_v1.resnet_v1_50",
    scope="resnet_v1.resnet_arg_scope",
    shape=[2, 65, 65, 3],
    arguments="global_pool=False, output_stride=8",
    every=9,
)
PROGRAMS["resnet_v2, numbers"] = _filled(
    _NUMBERS,
    network="resnet_v2.resnet_v2",
    scope="resnet_v2.resnet_arg_scope",
    shape=[2, 17, 17, 3],
    arguments="[nets.resnet_v2.resnet_v2_block('a', 2, 2, 2), nets.resnet_v2.resnet_v2_block('b', 3, 2, 1)], 5, "
    "is_training=False, output_stride=4",
    spread=0.1,
)
PROGRAMS["resnet_v1, numbers"] = PROGRAMS["resnet_v2, numbers"].replace("v2", "v1")
for _version, _size in (("v1", 64), ("v2", 64), ("v3", 107)):
    PROGRAMS[f"inception_{_version} of few layers, numbers"] = _filled(
        _NUMBERS,
        network=f"inception.inception_{_version}_base",
        scope=f"inception.inception_{_version}_arg_scope",
        shape=[1, _size, _size, 3],
        arguments={
            "v1": "final_endpoint='Mixed_3b'",
            "v2": "final_endpoint='Mixed_3b', depth_multiplier=0.25",
            "v3": "final_endpoint='Mixed_5b', depth_multiplier=0.25",
        }[_version],
        spread=0.05,
    )
