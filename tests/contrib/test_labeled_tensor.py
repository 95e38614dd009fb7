"""`tf.contrib.labeled_tensor`: the same programs give the same values, axes, names of operations and errors as in 1.15.5."""

import inspect

import pytest

import penstock as tf
from tests.contrib.both_sides import compare

_BEFORE = """
import tensorflow.contrib.labeled_tensor as lt
tensor = tf.reshape(tf.range(24, dtype=tf.float32), [2, 3, 4]) / 10.0
x = lt.LabeledTensor(tensor, [("side", ["left", "right"]), "y", ("z", 4)])
def told(*labeled):
    return [[repr(a.axes), a.name, session.run(a.tensor)] for a in labeled]
def ops():
    return [(op.name, op.type) for op in tf.get_default_graph().get_operations()]
"""

PROGRAMS = {
    "axes tell what they are": """
axis, sized, empty = lt.Axis("a", ["p", "q"]), lt.Axis("b", tf.Dimension(3)), lt.Axis("c", 0)
result = [repr(v) for v in (axis, sized, empty, lt.Axis("d", None), axis.value, sized.value, empty.labels, axis.index("q"))]
axes = lt.Axes([axis, ("b", 3)])
result += [repr(axes), len(axes), list(axes), "a" in axes, repr(axes.remove("a")), axis == lt.as_axis(("a", ("p", "q"))),
           axis != sized, hash(axis) == hash(lt.Axis("a", ["p", "q"])), len(sized)]
result += [refusal(lambda: lt.Axis("a", ["p", "p"])), refusal(lambda: lt.Axes([axis, axis])),
           refusal(lambda: len(lt.Axis("d", None))),
           refusal(lambda: sized.index(1)), refusal(lambda: axes.remove("z")), refusal(lambda: axis.index("z"))]
""",
    "a labeled tensor tells what it is": """
result = [repr(x), x.shape.as_list(), x.get_shape().as_list(), x.dtype.name, x.name, x == x, x == lt.identity(x), x != 3,
          repr(lt.convert_to_labeled_tensor(3.0)), repr(tf.convert_to_tensor(x)),
           refusal(lambda: lt.LabeledTensor(tensor, ["x", "y", "z", "w"]))[0],
          refusal(lambda: lt.LabeledTensor(tensor, [("x", 2), ("y", 3)])),
          refusal(lambda: lt.convert_to_labeled_tensor(np.ones(3))), refusal(lambda: x[0, 1])]
result += [lt.LabeledTensor(tf.placeholder(tf.float32, [None, 2]), ["batch", "x"]).axes["batch"].size]
""",
    "operations carry the names of 1.15": """
y = lt.LabeledTensor(tf.ones([3, 5]), ["y", "w"])
a = lt.add(lt.reduce_sum(x, ["side", ("z", "all")]), y)
b = lt.matmul(lt.select(x, {"side": "left"}), y, name="product")
c = lt.tile(lt.select(x, {"side": ["right", "left"]}), {"y": 2})
d = lt.boolean_mask(lt.transpose(x, ["y", "z", "side"]), lt.constant([True, False, True], axes=[x.axes["y"]]))
result = [told(a, b, c, d), ops()]
""",
    "slices, transposes, expands and reorders": """
with lt.axis_order_scope(["z", "y", "side"]):
    imposed = lt.impose_axis_order(x)
    unordered = refusal(lambda: lt.check_axis_order(x))
result = told(lt.slice(x, {"side": 1, "z": slice(1, 3)}), x[0:1, :, 2], lt.transpose(x), lt.transpose(x, ["z",
           "side", "y"]), imposed,
              lt.expand_dims(x, ["side", "new", "y", ("other", "label"), "z"]), lt.identity(x), +x, lt.rename_axis(x, "y", "w"))
result += [unordered[0], refusal(lambda: lt.transpose(x, ["z"])), refusal(lambda: lt.impose_axis_order(x))]
""",
    "two tensors meet by name": """
p = lt.LabeledTensor(tf.constant([1.0, 2.0, 3.0, 5.0]), ["z"])
q = lt.LabeledTensor(tf.constant([2.0, 7.0]), ["w"])
a, b, axes = lt.align(x, q)
with lt.axis_order_scope(["w", "side", "y", "z"]):
    ordered = x * q
result = told(x + p, p - x, x * q, q / (x + 1.0), 2.0 - x, x % 0.7, p ** 2.0, 2.0 ** p, abs(-x), a, b, ordered,
           x < p, x >= 1.0, ~(x > 1.0),
              (x > 1.0) & (x < 2.0), (x > 1.0) | (p < 2.0), (x > 1.0) ^ (p < 2.0)) + [repr(axes)]
result += [refusal(lambda: x + lt.LabeledTensor(tf.ones([5]), ["z"]))]
result += [refusal(lambda: x + lt.transpose(x))[0], refusal(lambda: x + lt.LabeledTensor(tf.ones([2]), [("side", ["a", "b"])]))]
""",
    "every function of one value": """
v = lt.LabeledTensor(tf.constant([0.25, 0.5, 0.75]), ["v"])
names = '''abs neg sign reciprocal square round sqrt rsqrt exp log ceil floor cos sin tan acos asin atan lgamma
digamma erf erfc tanh
sigmoid'''.split()
result = told(*[getattr(lt, name)(v) for name in names])
result += told(*[getattr(lt.nn, name)(v - 0.5) for name in "relu relu6 elu softplus softmax log_softmax".split()])
result += told(lt.nn.sigmoid_cross_entropy_with_logits(v, v * v), lt.nn.l2_loss(lt.constant(3.0)))
result += [refusal(lambda: lt.nn.crelu(v))[0], refusal(lambda: lt.nn.softmax_cross_entropy_with_logits(x, x))[0]]
result += [getattr(lt, name).__name__ for name in names]
""",
    "every function of two": """
v = lt.LabeledTensor(tf.constant([0.25, 0.5, 0.75]), ["v"])
w = lt.LabeledTensor(tf.constant([1.0, 2.0]), ["w"])
result = told(*[getattr(lt, name)(v, w) for name in '''add sub mul div mod pow equal greater greater_equal not_equal
less less_equal maximum
minimum squared_difference igamma igammac'''.split()])
result += told(lt.zeta(w + 1.0, v), lt.polygamma(w, v))
result += told(*[getattr(lt, name)(v > 0.3, w > 1.0) for name in "logical_and logical_or logical_xor".split()],
           lt.logical_not(v > 0.3))
""",
    "selects by label": """
result = told(lt.select(x, {"side": "right"}), lt.select(x, {"side": slice("left", "left")}), lt.select(x,
           {"side": ["right", "left"]}),
              lt.select(x, {"side": slice(None, "right")}))
result += [refusal(lambda: lt.select(x, {"y": 1})), refusal(lambda: lt.select(x, {"w": 1})),
           refusal(lambda: lt.select(x, {"side": "up"})),
           refusal(lambda: lt.select(x, {"side": slice("left", "right", 2)}))]
""",
    "puts together and takes apart": """
other = lt.LabeledTensor(tensor[:1], [("side", ["top"]), "y", ("z", 4)])
result = told(lt.concat([x, other], "side"), lt.concat([x, x], "z"), lt.pack([x, x], ("new", ["p", "q"])),
           lt.pack([x, x], "new", 2))
result += told(*lt.unpack(x)) + told(*lt.unpack(x, "y"))
result += [refusal(lambda: lt.concat([], "y")), refusal(lambda: lt.concat([x, other], "y")),
           refusal(lambda: lt.concat([x], "w")),
           refusal(lambda: lt.pack([x, other], "new")), refusal(lambda: lt.unpack(x, "w"))]
""",
    "reshapes, pads, tiles and squeezes": """
one = lt.slice(x, {"side": slice(0, 1)})
result = told(lt.reshape(x, ["y", "z"], ["pixel"]), lt.reshape(x, ["z"], [("u", 2), ("v", ["p", "q"])]),
           lt.squeeze(one), lt.squeeze(x),
              lt.squeeze(one, ["side"]), lt.tile(x, {"y": 2, "z": 3}), lt.pad(x, {"side": (["top"], []), "z": (1, 2)}),
              lt.pad(x, {"y": (1, 1)}, "REFLECT"))
result += [refusal(lambda: lt.reshape(x, ["w"], ["p"])), refusal(lambda: lt.reshape(x, ["side", "z"], ["p"])),
           refusal(lambda: lt.reshape(x, ["y"], ["p", "q"])), refusal(lambda: lt.tile(x, {"side": 2})),
           refusal(lambda: lt.tile(x, {"w": 2})),
           refusal(lambda: lt.squeeze(x, ["y"])), refusal(lambda: lt.squeeze(x, ["w"])),
           refusal(lambda: lt.rename_axis(x, "w", "v"))]
""",
    "reduces over axes": """
result = told(*[op(x, axes) for op in (lt.reduce_sum, lt.reduce_mean, lt.reduce_max, lt.reduce_min, lt.reduce_prod,
           lt.reduce_logsumexp)
                for axes in (None, "y", ["side", "z"], ("side", "both"), [("z", None), "y"])])
result += told(lt.reduce_all(x > 0.5, "side"), lt.reduce_any(x > 1.5, "z")) + [refusal(lambda: lt.reduce_sum(x, "w"))]
""",
    "constants and others like one": """
result = told(lt.constant(3), lt.constant([1, 2], axes=["a"]), lt.constant(7.0, axes=[("a", 2), ("b", ["p"])]),
           lt.constant([1], tf.float64, x.axes),
              lt.zeros_like(x), lt.ones_like(x, tf.int32), lt.cast(x, tf.int32), lt.verify_tensor_all_finite(x, "bad"),
              lt.where(x > 1.0, x, -x), lt.boolean_mask(x, lt.constant([False, True], axes=[x.axes["side"]])))
result += [refusal(lambda: lt.where(x > 1.0, x, lt.transpose(x)))]
""",
    "multiplies matrices": """
a = lt.LabeledTensor(tensor[0], ["y", "z"])
b = lt.LabeledTensor(tensor[1], ["u", "z"])
v = lt.LabeledTensor(tensor[0, 0], ["z"])
with lt.axis_order_scope(["u", "y", "z"]):
    ordered = lt.matmul(a, b)
result = told(lt.matmul(a, b), lt.matmul(lt.transpose(a), b), lt.matmul(a, v), lt.matmul(v, b), lt.matmul(v, v), ordered)
result += [refusal(lambda: lt.matmul(x, a))[0], refusal(lambda: lt.matmul(a, lt.constant(1.0))),
           refusal(lambda: lt.matmul(a, a))[0],
           refusal(lambda: lt.matmul(a, lt.LabeledTensor(tf.ones([2]), ["t"]))), refusal(lambda: lt.matmul(a,
           lt.LabeledTensor(tf.ones([2]), ["z"])))]
""",
    "maps and folds": """
result = told(lt.map_fn(lambda part: lt.reduce_sum(part, "z") * 2.0, x), lt.map_fn(lambda part: part,
           lt.constant(["a", "b"], axes=["s"])),
              lt.foldl(lambda total, part: total * 2.0 + lt.reduce_sum(part), x, lt.constant(1.0)))
""",
    "crops at random": """
tf.set_random_seed(3)
result = told(lt.random_crop(x, {"y": 2, "side": 1}, seed=5), lt.random_crop(x, {"z": 2}))
result += [refusal(lambda: lt.random_crop(x, {"w": 2}))]
""",
    "batches from a queue": """
many = lt.LabeledTensor(tf.reshape(tf.range(6), [3, 2]), ["batch", ("k", ["p", "q"])])
batches = lt.batch([x, lt.constant(3)], 2) + lt.batch([many], 2, enqueue_many=True, allow_smaller_final_batch=True) \\
    + lt.shuffle_batch([lt.constant([1, 2], axes=["x"])], 2, min_after_dequeue=3, seed=3)
result = [[repr(b.axes), b.name] for b in batches]
result += [refusal(lambda: lt.batch([x], 2, enqueue_many=True))]
coordinator = tf.train.Coordinator()
threads = tf.train.start_queue_runners(session, coordinator)
result += session.run([b.tensor for b in batches])
coordinator.request_stop()
session.run([q for q in []])
session.close()
coordinator.join(threads)
""",
    "parses examples": """
example = tf.train.Example()
example.features.feature["size"].int64_list.value.extend([3, 4])
features = {"size": lt.FixedLenFeature([("side", ["a", "b"])], tf.int64), "none": lt.FixedLenFeature([("k", 1)],
           tf.float32, [7.5])}
batch = lt.parse_example(lt.constant([example.SerializeToString()] * 2, axes=["batch"]), features)
single = lt.parse_single_example(lt.constant(example.SerializeToString()), features)
fed = lt.placeholder(tf.float32, ["batch", ("channel", ["r", "g"])])
result = told(batch["size"], batch["none"], single["size"], single["none"]) + [repr(fed),
           session.run((fed * 2.0).tensor, {fed.tensor: [[1, 2]]})]
result += [refusal(lambda: lt.parse_example(lt.constant([""], axes=["batch"]), {"a": lt.FixedLenFeature([("k",
           None)], tf.int64)}))]
""",
    "codes shapes and back": """
coder = lt.ReshapeCoder(["y", "z"], ["depth"])
result = [refusal(lambda: coder.decode(x))] + told(coder.encode(x), coder.decode(coder.encode(x) * 2.0))
result += [refusal(lambda: coder.encode(lt.transpose(x, ["side", "z", "y"])))[0],
           refusal(lambda: coder.encode(lt.slice(x, {"z": slice(0, 2)})))]
""",
    "gradients flow through them": """
loss = lt.reduce_sum(lt.square(lt.select(x, {"side": "left"}) + 1.0))
result = session.run(tf.gradients(loss.tensor, tensor))
""",
    "the modules inside hold the same functions": """
from tensorflow.contrib.labeled_tensor.python.ops import core, io_ops, nn, ops, sugar, _typecheck
result = [core.slice_function is lt.slice, core.abs_function is lt.abs, ops.select is lt.select,
           io_ops.placeholder is lt.placeholder,
          sugar.ReshapeCoder is lt.ReshapeCoder, nn.relu is lt.nn.relu, repr(core.concat_axes([core.Axis("a", 2),
           core.Axis("a", ["p"])])),
          refusal(lambda: core.concat_axes([])), issubclass(_typecheck.Error, TypeError), core.get_axis_order(),
          isinstance(x, core.LabeledTensorLike), isinstance([x], core.LabeledTensorLike), isinstance("a", core.AxisValue)]
""",
    "wrong arguments are told by their kind": """
def kind(call):
    name, text = refusal(call)
    return [name, text.split(" for <function")[0]]
result = [kind(lambda: lt.Axis(3, 3)), kind(lambda: lt.LabeledTensor([1.0], ["x"])), kind(lambda: lt.select(x, ["side"])),
          kind(lambda: lt.concat(x, "side")), kind(lambda: lt.reduce_sum(x, 1)), kind(lambda: lt.tile(x, {"y": 1.5}))]
result = [[name, text.split(" is not an instance")[-1].replace("(str,)", "str")] for name, text in result]
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_1_15_gives_the_same(peer_1_15, name):
    compare(peer_1_15, _BEFORE + PROGRAMS[name], rtol=2e-6)


def test_it_has_every_name_and_signature_of_1_15(peer_1_15):
    theirs = peer_1_15.run("""
import inspect
import tensorflow.contrib.labeled_tensor as lt
def signatures(space):
    return {n: str(inspect.signature(v)) for n, v in vars(space).items() if inspect.isfunction(v) and n[0] != "_"}
result = {"": signatures(lt), "nn": signatures(lt.nn)}
""")
    lt = tf.contrib.labeled_tensor

    def plain(value):
        parameters = inspect.signature(value).parameters.values()
        return str(inspect.Signature([p.replace(annotation=p.empty) for p in parameters]))

    ours = {"": {n: plain(getattr(lt, n)) for n in dir(lt) if inspect.isfunction(getattr(lt, n)) and n[0] != "_"}}
    ours["nn"] = {n: plain(getattr(lt.nn, n)) for n in dir(lt.nn) if n[0] != "_"}
    assert ours == theirs
