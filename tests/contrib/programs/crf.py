"""Programs of tf.contrib.crf; what TensorFlow says to them is in `recorded/crf.json`."""

PROGRAM = """
F = tf.contrib.crf
random = np.random.RandomState(4)
x = random.normal(size=[4, {steps}, 3]).astype(np.float32)
tags = random.randint(0, 3, [4, {steps}]).astype(np.{kind})
w = tf.constant(random.normal(size=[3, 3]).astype(np.float32))
bitmap = random.uniform(size=[4, {steps}, 3]) < .7
bitmap[..., 0] = True
n = np.minimum([{steps}, 1, {steps} - 1, 2], {steps}).astype(np.{kind})
X, T, N = ({input}(v) for v in (x, tags, n))
with tf.variable_scope("crf", initializer=tf.glorot_uniform_initializer(seed=7)):
    likelihood, transitions = F.crf_log_likelihood(X, T, N)
parts = [
    F.crf_sequence_score(X, T, N, w), F.crf_multitag_sequence_score(X, tf.constant(bitmap), N, w),
    F.crf_log_norm(X, N, w), F.crf_unary_score(T, N, X), likelihood, F.crf_decode(X, w, N),
] + ([F.crf_binary_score(T, N, w)] if {steps} > 1 else [])
slopes = tf.gradients(likelihood, [X, transitions])
session = tf.Session()
session.run(tf.global_variables_initializer())
viterbi = [F.viterbi_decode(row, session.run(w)) for row in x]
result = dict(
    parts=session.run(parts), names=[v.name for v in tf.global_variables()],
    slopes=session.run([s for s in slopes if s is not None]), tags=[[int(t) for t in v[0]] for v in viterbi],
    scores=[v[1] for v in viterbi], one=session.run(F.crf_log_norm(X, N * 0, w)),
)
"""

PROGRAMS = {}
for _title, _steps, _kind, _input in (
    ("five steps", 5, "int32", "tf.constant"),
    ("five steps, int64", 5, "int64", "tf.constant"),
    ("two steps", 2, "int32", "tf.constant"),
    ("one step", 1, "int32", "tf.constant"),
    ("as many steps as come", 5, "int32", "(lambda v: tf.placeholder_with_default(v, [None] * 2 + [3][:v.ndim - 2]))"),
):
    _text = PROGRAM.replace("{steps}", str(_steps)).replace("{kind}", _kind).replace("{input}", _input)
    PROGRAMS[_title] = _text.replace(
        "[None] * 2 + [3][:v.ndim - 2]", "[4] if v.ndim == 1 else [None, None, 3][:v.ndim]"
    )
