"""One expression, evaluated by Penstock in both tiers and by real TensorFlow: values, shapes, gradients, operations.

In an expression, `P(value)` is a fed placeholder of that shape, `P(value, shape)` one of another static shape.
"""

from tests.ops.programs import ours, same

_PROGRAM = """
feeds = {}
xs = []

def P(value, shape="same", dtype=None):
    value = np.asarray(value, dtype)
    if value.dtype.kind in "SU":
        value = value.astype(object)
    if value.dtype == np.float64 and dtype is None:
        value = value.astype(np.float32)
    if value.dtype == np.int64 and dtype is None:
        value = value.astype(np.int32)
    kind = tf.string if value.dtype == object else value.dtype
    p = tf.placeholder(kind, value.shape if isinstance(shape, str) else shape)
    feeds[p] = value
    if value.dtype.kind in "fc":
        xs.append(p)
    return p

def flat(y):
    if isinstance(y, dict):
        return [f for k in sorted(y) for f in flat(y[k])]
    return [f for part in y for f in flat(part)] if isinstance(y, (list, tuple)) else [y]

ys = flat({expression})
names = [(o.type, o.name) for o in tf.get_default_graph().get_operations()]
shapes = [y.shape.as_list() if y.shape.ndims is not None else None for y in ys]
floats = [y for y in ys if y.dtype.is_floating]
grads = []
if {grads} and floats and xs:
    weights = [tf.cast(tf.reshape(tf.range(1, tf.size(y) + 1), tf.shape(y)), y.dtype) for y in floats]
    found = tf.gradients(floats, xs, weights)
    grads = [tf.convert_to_tensor(g) for g in found if g is not None]
session = tf.Session()
values, slopes = session.run([ys, grads], feeds)
values = [np.asarray(v) if not isinstance(v, bytes) else v for v in values]
result = dict(values=values, grads=[np.asarray(g) for g in slopes])
if {names}:
    result["names"] = names
if {shapes}:
    result["shapes"] = shapes
"""


def program(expression, names=True, shapes=True, grads=True):
    """The program that evaluates an expression."""
    text = _PROGRAM.replace("{expression}", expression)
    for word, value in (("{names}", names), ("{shapes}", shapes), ("{grads}", grads)):
        text = text.replace(word, repr(value))
    return text


def agree(peer, monkeypatch, expression, rtol=1e-5, **what):
    """Asserts that an expression means the same everywhere."""
    return same(peer, program(expression, **what), monkeypatch, rtol=rtol)


def evaluate(monkeypatch, expression, tier="interpret", **what):
    """What Penstock makes of an expression, in one tier."""
    return ours(program(expression, **what), monkeypatch, tier)
