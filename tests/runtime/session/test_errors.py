"""What a failing run raises, compared with real TensorFlow, and that it changes nothing."""

import re
import textwrap

import numpy as np
import pytest

import penstock as tf

# Each program feeds what makes the operation that is named after "z" fail.
FAILURES = {
    "an unfed placeholder": "x = tf.placeholder(tf.float32, name='z'); z = x * 2.0; feed = {}",
    "an unfed placeholder with a shape": "x = tf.placeholder(tf.float32, [2, None], name='z'); z = x * 2.0; feed = {}",
    "an uninitialized variable": "v = tf.Variable(1.0, use_resource=False, name='z'); z = v * 2.0; feed = {}",
    "incompatible shapes": """
        x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        z = tf.subtract(x, y, name='z'); feed = {x: [1, 2], y: [1, 2, 3]}""",
    "an index that gather does not have": """
        x = tf.placeholder(tf.int32); z = tf.gather([1.0, 2.0], x, name='z'); feed = {x: [0, 5]}""",
    "an id that the embedding does not have": """
        x = tf.placeholder(tf.int32)
        z = tf.nn.embedding_lookup(tf.constant([[1.0], [2.0]]), x, name='z'); feed = {x: [[0, -1]]}""",
    "an index that the variable does not have": """
        x = tf.placeholder(tf.int32); v = tf.Variable([1.0, 2.0], use_resource=False, name='v')
        sess.run(v.initializer); z = tf.scatter_add(v, x, [5.0], name='z'); feed = {x: [7]}""",
    "division by zero": "x = tf.placeholder(tf.int32); z = tf.floordiv(5, x, name='z'); feed = {x: 0}",
    "remainder by zero": "x = tf.placeholder(tf.int32); z = tf.mod(5, x, name='z'); feed = {x: 0}",
    "a failed assertion": """
        x = tf.placeholder(tf.bool); z = tf.Assert(x, ['bad', tf.constant([1, 2])], name='z'); feed = {x: False}""",
    "a NaN": "x = tf.placeholder(tf.float32); z = tf.check_numerics(x, 'msg', name='z'); feed = {x: float('nan')}",
    "a shape that does not fit": """
        x = tf.placeholder(tf.float32); z = tf.reshape(x, [2, 2], name='z'); feed = {x: [1.0, 2.0, 3.0]}""",
    "a failure inside of a conditional": """
        x = tf.placeholder(tf.int32)
        z = tf.cond(x > 0, lambda: tf.gather([1.0, 2.0], x, name='g'), lambda: 0.0, name='z'); feed = {x: 5}""",
    "a failure inside of a loop": """
        x = tf.placeholder(tf.int32, [])
        z = tf.while_loop(lambda k: k < 3, lambda k: tf.floordiv(k + 1, x), [0], name='z'); feed = {x: 0}""",
}
LABEL = """
x = tf.placeholder(tf.int32)
z = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=x, logits=tf.constant([[1.0, 2.0]]), name='z')
feed = {x: [7]}
"""
IN_PEER = """
result = {}
for name, source in programs.items():
    tf.reset_default_graph()
    scope = {"tf": tf, "sess": tf.Session()}
    exec(source, scope)
    try:
        scope["sess"].run(scope["z"], scope["feed"])
    except tf.errors.OpError as e:
        result[name] = (type(e).__name__, e.message, e.op.name, e.node_def.op, e.error_code)
"""


def comparable(message):
    """A message without what 2.x puts around it, and without places."""
    message = re.sub(r"(?s)^Graph execution error:\n\n(Detected at .*?Node: '[^']*'\n)?", "", message)
    message = re.sub(r"\{\{node ([^}]*)\}\}", r"node \1", message)
    return re.sub(r" \(defined at [^)]*\) ?", "", message)


@pytest.fixture(scope="module")
def expected(peer):
    return peer.run(IN_PEER, programs={k: textwrap.dedent(v) for k, v in FAILURES.items()})


@pytest.mark.parametrize("name", FAILURES)
def test_errors_are_those_of_tensorflow(name, expected, tier):
    scope = {"tf": tf, "sess": tf.Session(config=tier())}
    exec(compile(textwrap.dedent(FAILURES[name]), __file__, "exec"), scope)
    with pytest.raises(tf.errors.OpError) as caught:
        scope["sess"].run(scope["z"], scope["feed"])
    error = caught.value
    kind, message, op, op_type, code = expected[name]
    assert type(error).__name__ == kind
    assert comparable(error.message) == comparable(message)
    assert (error.op.name, error.node_def.op, error.error_code) == (op, op_type, code)
    assert f"(defined at {__file__}:" in error.message


def test_a_label_out_of_range_is_an_error(tier):
    # 2.x names no operation here and gives NaN on a GPU; this is 1.15's text.
    scope = {"tf": tf}
    exec(LABEL, scope)
    text = "Received a label value of 7 which is outside the valid range of [0, 2).  Label values: 7"
    with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape(text)):
        tf.Session(config=tier()).run(scope["z"], scope["feed"])


def test_the_text_of_an_error_shows_where_the_operation_was_made(tier):
    x = tf.placeholder(tf.int32)
    bad = tf.floordiv(1, x, name="bad")
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tf.Session(config=tier()).run(bad, {x: 0})
    text = str(caught.value)
    assert "Original stack trace for 'bad':" in text
    assert 'bad = tf.floordiv(1, x, name="bad")' in text
    assert re.search(rf"\[\[node bad \(defined at {re.escape(__file__)}:\d+\) \]\]", caught.value.message)


def test_an_uninitialized_resource_variable_is_named(tier):
    v = tf.Variable(1.0, use_resource=True, name="v")
    w = tf.Variable(1.0, use_resource=True, name="w")
    sess = tf.Session(config=tier())
    text = (
        "Error while reading resource variable v from Container: localhost. This could mean that the variable was "
        "uninitialized. Not found: Container localhost does not exist. (Could not find resource: localhost/v)"
    )
    with pytest.raises(tf.errors.FailedPreconditionError, match=re.escape(text)):
        sess.run(v.read_value())
    sess.run(w.initializer)
    text = "Not found: Resource localhost/v/N10tensorflow3VarE does not exist."
    with pytest.raises(tf.errors.FailedPreconditionError, match=re.escape(text)):
        sess.run(v.read_value())


# -- a failed run changes nothing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", [False, True])
def test_no_variable_is_changed_by_a_run_that_failed(resource, tier):
    x = tf.placeholder(tf.int32)
    v = tf.Variable([1.0, 2.0], use_resource=resource)
    n = tf.Variable(0, use_resource=resource)
    update = tf.group(v.assign_add([1.0, 1.0]), n.assign_add(1))
    with tf.control_dependencies([update]):
        late = tf.floordiv(10, x)
    sess = tf.Session(config=tier())
    sess.run([v.initializer, n.initializer])
    for _ in range(3):
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.run(late, {x: 0})
        assert sess.run(v).tolist() == [1.0, 2.0]
        assert sess.run(n) == 0
    assert sess.run(late, {x: 5}) == 2
    with pytest.raises(tf.errors.InvalidArgumentError):
        sess.run(late, {x: 0})
    assert sess.run(v).tolist() == [2.0, 3.0]
    assert sess.run(n) == 1


def test_no_variable_is_changed_when_the_failure_is_on_the_host(tier):
    def fail(value):
        raise ValueError("no")

    v = tf.Variable([1.0, 2.0])
    updated = v.assign_add([1.0, 1.0])
    with tf.control_dependencies([updated]):
        late = tf.py_func(fail, [updated * 2.0], tf.float32)
    sess = tf.Session(config=tier())
    sess.run(v.initializer)
    for _ in range(2):
        with pytest.raises(tf.errors.OpError, match="ValueError: no"):
            sess.run(late)
        assert sess.run(v).tolist() == [1.0, 2.0]


def test_random_numbers_go_on_after_a_failure(tier):
    x = tf.placeholder(tf.int32)
    tf.set_random_seed(1)
    r = tf.random_uniform([2], seed=2)
    both = tf.tuple([r, tf.floordiv(1, x)])
    sess = tf.Session(config=tier())
    with pytest.raises(tf.errors.InvalidArgumentError):
        sess.run(both, {x: 0})
    after = sess.run(r)
    np.testing.assert_array_equal(after, tf.Session(config=tier()).run(r))


def test_the_session_is_usable_after_an_error(tier):
    x = tf.placeholder(tf.int32)
    y = tf.floordiv(10, x)
    sess = tf.Session(config=tier())
    for _ in range(3):
        assert sess.run(y, {x: 5}) == 2
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.run(y, {x: 0})
