"""LSTMs and gated recurrent units as one operation give TensorFlow's outputs and gradients, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import same

PROGRAM = """
random = np.random.RandomState(2)
made = lambda *shape: tf.constant(random.normal(size=shape).astype(np.{dtype}) * np.{dtype}(.5))
x, c, h, w, b = made(4, 3, 2), made(3, 5), made(3, 5), made(7, 20), made(20)
ci, cf, co = made(5), made(5), made(5)
rest = dict(cs_prev=c, h_prev=h, w=w, wci=ci, wcf=cf, wco=co, b=b)
inputs = [x, c, h, w, ci, cf, co, b]
gru = [made(3, 2), made(3, 5), made(7, 10), made(7, 5), made(10), made(5)]
names = ("x", "h_prev", "w_ru", "w_c", "b_ru", "b_c")
R = tf.raw_ops
result = {}
cases = {
    "cell": lambda: R.LSTMBlockCell(x=x[0], **rest),
    "cell, clipped": lambda: R.LSTMBlockCell(x=x[0], **rest, cell_clip=.2, forget_bias=.3),
    "cell, peepholes": lambda: R.LSTMBlockCell(x=x[0], **rest, use_peephole=True, cell_clip=-1.),
    "all": lambda: R.BlockLSTM(seq_len_max=4, x=x, **rest),
    "some, peepholes": lambda: R.BlockLSTM(seq_len_max=2, x=x, **rest, use_peephole=True, forget_bias=.3),
    "second version": lambda: R.BlockLSTMV2(seq_len_max=3, x=x, **rest, cell_clip=.5),
    "second version, peepholes": lambda: R.BlockLSTMV2(seq_len_max=4, x=x, **rest, use_peephole=True),
}
if {gru}:
    cases["gru"] = lambda: R.GRUBlockCell(**dict(zip(names, gru)))
session = tf.Session()
for name, make in cases.items():
    parts = make()
    ends = [parts[3]] if name == "gru" else [parts[1], parts[6]]
    loss = tf.add_n([tf.reduce_sum(y * tf.cos(y)) for y in ends])
    # A case without peepholes does not depend on them in one version, and in the other has zeros.
    slopes = tf.gradients(loss, gru if name == "gru" else inputs if "peepholes" in name else [x, c, h, w, b])
    if "second" in name:  # TensorFlow takes the first version's gradient, which has the gates in another order
        slopes = []
    # TensorFlow leaves what comes after the last step as it finds it, but for the memory and the output.
    result[name] = session.run([list(parts if "some" not in name and "second" not in name else ends), slopes])
"""


# TensorFlow has gradients of LSTMBlockCell and GRUBlockCell in tf.contrib only, which it lost; here they are asked of the
# definition (below), and of TensorFlow's operations for gradients.
GRADS = """
random = np.random.RandomState(2)
made = lambda *shape: tf.constant(random.normal(size=shape).astype(np.float32) * np.float32(.5))
cell = dict(x=made(3, 2), cs_prev=made(3, 5), h_prev=made(3, 5), w=made(7, 20), wci=made(5), wcf=made(5), wco=made(5),
            b=made(20))
kept = {k: tf.sigmoid(made(3, 5)) for k in ("i", "cs", "f", "o", "ci", "co")}
gru = dict(x=made(3, 2), h_prev=made(3, 5), w_ru=made(7, 10), w_c=made(7, 5), b_ru=made(10), b_c=made(5))
past = {k: tf.sigmoid(made(3, 5)) for k in ("r", "u", "c")}
R = tf.raw_ops
whole = dict(cell, x=made(4, 3, 2), **{k: tf.sigmoid(made(4, 3, 5)) for k in ("i", "cs", "f", "o", "ci", "co", "h")})
slopes = dict(seq_len_max=3, cs_grad=made(4, 3, 5), h_grad=made(4, 3, 5))
result = dict(values=[list(v) for v in tf.Session().run([
    R.LSTMBlockCellGrad(**cell, **kept, cs_grad=made(3, 5), h_grad=made(3, 5), use_peephole=True),
    R.LSTMBlockCellGrad(**cell, **kept, cs_grad=made(3, 5), h_grad=made(3, 5), use_peephole=False)[:2],
    R.BlockLSTMGrad(**whole, **slopes, use_peephole=True),
    R.BlockLSTMGradV2(**whole, **slopes, use_peephole=True),
    R.BlockLSTMGradV2(**whole, **slopes, use_peephole=False)[:4],
    R.GRUBlockCellGrad(**gru, **past, d_h=made(3, 5)),
])])
"""


def test_whole_sequences_and_their_gradients_are_tensorflows(peer, monkeypatch):
    only = PROGRAM.replace("{dtype}", "float32").replace("{gru}", "False")
    only = "\n".join(line for line in only.splitlines() if not line.startswith('    "cell'))
    same(peer, only, monkeypatch, rtol=2e-5, atol=1e-5)


def test_steps_are_tensorflows(peer, monkeypatch):
    text = PROGRAM.replace("{dtype}", "float32").replace("{gru}", "True")
    text = text[: text.index("    ends =")] + "    result[name] = session.run([y[:2] for y in parts])\n"
    same(peer, text, monkeypatch, rtol=2e-5, atol=1e-5)


def test_gradients_of_steps_are_tensorflows(peer, monkeypatch):
    same(peer, GRADS, monkeypatch, rtol=2e-5, atol=1e-5)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("title", ["cell", "cell, peepholes", "some, peepholes", "all", "second", "gru"])
def test_gradients_are_slopes(monkeypatch, tier, title):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    random = np.random.RandomState(0)
    made = lambda *shape: (random.normal(size=shape) * 0.5).astype(np.float32)  # noqa: E731
    R = tf.raw_ops
    with tf.Graph().as_default(), tf.Session() as session:
        if title == "gru":
            values = [made(3, 2), made(3, 5), made(7, 10), made(7, 5), made(10), made(5)]
            inputs = [tf.constant(v) for v in values]
            y = R.GRUBlockCell(**dict(zip(("x", "h_prev", "w_ru", "w_c", "b_ru", "b_c"), inputs, strict=True))).h
        else:
            step = title.startswith("cell")
            values = [made(3, 2) if step else made(4, 3, 2), made(3, 5), made(3, 5), made(7, 20)]
            values += [made(5), made(5), made(5), made(20)]
            inputs = [tf.constant(v) for v in values]
            given = dict(zip(("x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b"), inputs, strict=True))
            given |= {"cell_clip": -1.0, "use_peephole": "peepholes" in title}
            count = {} if step else {"seq_len_max": np.int64(3 if "some" in title else 4)}
            kind = R.LSTMBlockCell if step else R.BlockLSTMV2 if title == "second" else R.BlockLSTM
            parts = kind(**given, **count)
            y = parts.h + 0.5 * parts.cs
        loss = tf.reduce_sum(tf.sin(y))
        slopes = session.run(tf.gradients(loss, inputs))
        for tensor, value, slope in zip(inputs, values, slopes, strict=True):
            way = made(*value.shape)
            up, down = (session.run(loss, {tensor: value + s * way}) for s in (1e-2, -1e-2))
            assert (up - down) / 2e-2 == pytest.approx((slope * way).sum(), rel=2e-2, abs=2e-3)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_no_steps_and_no_rows_give_nothing(dtype):
    with tf.Graph().as_default(), tf.Session() as session:
        for steps, batch in ((0, 3), (2, 0)):
            x = tf.placeholder(dtype, [None, None, 2])
            rest = [tf.zeros(s, dtype) for s in ([batch, 5], [batch, 5], [7, 20], [5], [5], [5], [20])]
            names = ("cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b")
            parts = tf.raw_ops.BlockLSTM(seq_len_max=np.int64(steps), x=x, **dict(zip(names, rest, strict=True)))
            slope = tf.gradients(parts.h, [x, rest[2]])
            h, (dx, dw) = session.run([parts.h, slope], {x: np.zeros([steps, batch, 2], dtype)})
            assert h.shape == (steps, batch, 5)
            assert h.dtype == dtype
            assert dx.shape == (steps, batch, 2)
            assert dw.shape == (7, 20)
            assert not dw.any()


def test_shapes_that_do_not_fit_are_refused():
    with tf.Graph().as_default(), tf.Session() as session:
        x, w = tf.placeholder(tf.float32, [3, 2]), tf.placeholder(tf.float32)
        z = tf.zeros([3, 5])
        p = tf.zeros([5])
        made = tf.raw_ops.LSTMBlockCell(x=x, cs_prev=z, h_prev=z, w=w, wci=p, wcf=p, wco=p, b=tf.zeros([20]))
        with pytest.raises(tf.errors.InvalidArgumentError, match="w must have the shape"):
            session.run(made.h, {x: np.zeros([3, 2]), w: np.zeros([7, 19])})
