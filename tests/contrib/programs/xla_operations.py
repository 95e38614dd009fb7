"""Operations of XLA by their own names; what 1.15.5 says to them is in `recorded/xla_operations.json`."""

HELPERS = """
import importlib

where = "penstock.compat.internal." if tf.__name__ == "penstock" else "tensorflow."
xla = importlib.import_module(where + "compiler.tf2xla.python.xla")


def run(*tensors):
    with tf.Session() as session:
        return session.run(list(tensors))


x = tf.constant(np.arange(12, dtype=np.float32).reshape([3, 4]))
"""

_PROGRAMS = {
    "slices": """
place = tf.placeholder(tf.int32, [2])
found = [xla.dynamic_slice(x, place, [2, 2]), xla.dynamic_update_slice(x, tf.zeros([2, 2]), place)]
with tf.Session() as session:
    result = [session.run(found, {place: at}) for at in ([0, 1], [2, 3], [-1, 9])]
result.append(run(xla.slice(x, [0, 1], [3, 4], [2, 1]), xla.rev(x, [1]), xla.transpose(x, [1, 0])))
""",
    "padding": """
result = run(
    xla.pad(x, -1.0, [1, 0], [0, 2], [0, 1]),
    xla.pad(tf.constant([1, 2, 3]), 0, [2], [1], [2]),
)
""",
    "broadcasting": """
row, column = tf.constant([1.0, 2.0, 3.0, 4.0]), tf.constant([10.0, 20.0, 30.0])
result = run(
    xla.add(x, row, broadcast_dims=[1]),
    xla.mul(column, x, broadcast_dims=[0]),
    xla.sub(x, 1.0),
    xla.max(x, x[::-1]),
    xla.clamp(2.0, x, 7.0),
    xla.broadcast(row, [2, 3]),
    xla.lt(x, row, broadcast_dims=[1]),
)
""",
    "shifts and remainders": """
a, b = tf.constant([-8, 8, -1, 7]), tf.constant([1, 2, 3, 0])
result = run(
    xla.shift_right_logical(a, b),
    xla.shift_right_arithmetic(a, b),
    xla.shift_left(a, b),
    xla.rem(a, tf.constant([3, 3, 2, 2])),
    xla.shift_right_arithmetic(tf.constant([200, 3], tf.uint8), tf.constant([1, 1], tf.uint8)),
)
""",
    "sorting": """
keys = tf.constant([[3.0, 1.0, 2.0], [0.0, 5.0, -1.0]])
result = run(xla.sort(keys), *xla.key_value_sort(keys[0], tf.constant([30, 10, 20])))
""",
    "the rest": """
result = run(
    xla.replica_id(),
    xla.abs(-x),
    xla.ceil(x / 5.0),
    xla.digamma(x + 1.0),
    xla.erfc(x / 10.0),
    xla.is_finite(x),
    xla.logical_not(x > 3.0),
    xla.dot(x, x[0]),
    xla.select(x > 3.0, x, -x),
    xla.reshape(x, [2, 6], [1, 0]),
    xla.concatenate([x, x], 1),
    xla.convert_element_type(x, tf.int32),
    xla.bitcast_convert_type(x, tf.int32),
)
""",
}
PROGRAMS = {title: HELPERS + source for title, source in _PROGRAMS.items()}
