"""Runs of one session that are computed together: values, messages and shapes recorded from 1.15.5.

The recorded ones stand beside the programs that made them there (`tensorflow` for `penstock`). Runs that must meet do so
because their batch would wait for an hour to be filled, so no test depends on who is faster.
"""

import threading

import numpy as np
import pytest

import penstock as tf
from penstock.ops.queues.batch_state import Batches, Pieces, Task
from penstock.runtime.session.cancel import Cancel

HOUR = 3600 * 10**6
SECONDS = 60  # until a test that hangs is given up


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def together(*functions):
    """What functions return, or raise, that run in threads at the same time."""
    results = [None] * len(functions)

    def work(i, function):
        try:
            results[i] = function()
        except Exception as error:
            results[i] = error

    threads = [threading.Thread(target=work, args=pair, daemon=True) for pair in enumerate(functions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive()
    return results


def run_together(session, fetch, placeholder, *values):
    return together(*[lambda v=v: session.run(fetch, {placeholder: v}) for v in values])


# -- one run -------------------------------------------------------------------------------------------------------------


def plus_one(x):
    return x + 1


ALONE = [
    ({}, plus_one, [1, 2], [[2, 3]]),
    ({}, lambda x: [x, {"a": x + 1}], [1], [[1], [2]]),
    ({"allowed_batch_sizes": [1, 3, 4]}, plus_one, [1, 2], [[2, 3]]),
    ({"max_batch_size": -1}, plus_one, [1, 2], [[2, 3]]),
    ({"max_enqueued_batches": 0}, plus_one, [1, 2], [[2, 3]]),
    ({"allowed_batch_sizes": [4]}, lambda x: x + "a", ["b", "c"], [[b"ba", b"ca"]]),
    ({}, plus_one, np.zeros([0, 2], np.float32), [np.zeros([0, 2], np.float32)]),
]


@pytest.mark.parametrize("options, function, x, expected", ALONE)
def test_a_run_alone_gets_what_the_function_computes(options, function, x, expected):
    arguments = {"num_batch_threads": 1, "max_batch_size": 4, "batch_timeout_micros": 1000, **options}
    made = tf.nondifferentiable_batch_function(**arguments)(function)(tf.constant(x))
    assert [t.name for t in made] == [f"batch/BatchFunction:{i}" for i in range(len(expected))]
    assert all(t.shape.ndims is None for t in made)
    with tf.Session() as session:
        for found, wanted in zip(session.run(made), expected, strict=True):
            assert found.tolist() == np.asarray(wanted).tolist() and found.shape == np.shape(wanted)


ROWS = "Batched output tensor's 0th dimension does not equal the sum of the 0th dimension sizes of the input tensors"
INVALID, PRECONDITION = tf.errors.InvalidArgumentError, tf.errors.FailedPreconditionError
WRONG = [
    ({"max_batch_size": 1}, plus_one, [1, 2], INVALID, "Task size 2 is larger than maximum batch size 1"),
    ({"max_batch_size": 0}, plus_one, [1, 2], INVALID, "max_batch_size must be positive; was 0"),
    ({"num_batch_threads": 0}, plus_one, [1, 2], INVALID, "num_batch_threads must be positive; was 0"),
    ({"batch_timeout_micros": -1}, plus_one, [1], INVALID, "batch_timeout_micros must be non-negative; was -1"),
    (
        {"allowed_batch_sizes": [3, 1, 4]},
        plus_one,
        [1],
        INVALID,
        "allowed_batch_sizes entries must be monotonically increasing",
    ),
    (
        {"allowed_batch_sizes": [1, 3]},
        plus_one,
        [1],
        INVALID,
        "final entry in allowed_batch_sizes must equal max_batch_size",
    ),
    ({}, plus_one, 1, INVALID, "Batching input tensors must have at least one dimension"),
    ({}, lambda x: tf.reduce_sum(x), [1, 2], PRECONDITION, "Batched output tensor has 0 dimensions"),
    ({}, lambda x: x[:1], [1, 2], PRECONDITION, ROWS),
    # The rows are known while the function is built, and are not those of the batch.
    ({"allowed_batch_sizes": [1, 3, 4]}, lambda x: tf.fill(tf.shape(x), 7), [1, 2], PRECONDITION, ROWS),
    ({}, lambda x: tf.check_numerics(x, "bad"), [np.nan], INVALID, "bad : Tensor had NaN values"),
]


@pytest.mark.parametrize("options, function, x, error, text", WRONG)
def test_what_is_wrong_is_told_in_the_words_of_1_15(options, function, x, error, text):
    arguments = {"num_batch_threads": 1, "max_batch_size": 4, "batch_timeout_micros": 1000, **options}
    made = tf.nondifferentiable_batch_function(**arguments)(function)(tf.constant(x))
    with tf.Session() as session, pytest.raises(error) as raised:
        session.run(made)
    assert raised.value.message.startswith(text)


def test_padding_needs_a_row_to_copy():
    """1.15.5 crashes here; later versions say this."""
    made = tf.nondifferentiable_batch_function(1, 4, 1000, [4])(plus_one)(tf.zeros([0]))
    with tf.Session() as session, pytest.raises(INVALID, match="zero rows as padding"):
        session.run(made)


def test_arguments_are_tensors_with_as_many_rows():
    batched = tf.nondifferentiable_batch_function(1, 4, 1000)
    with pytest.raises(AttributeError, match="'list' object has no attribute 'dtype'"):
        batched(plus_one)([1])
    with pytest.raises(ValueError, match="Tensors; found"):
        batched(plus_one)(np.array([1]))
    with pytest.raises(
        ValueError, match="Attr 'Tout' of 'BatchFunction' Op passed list of length 0 less than minimum 1"
    ):
        batched(lambda x: None)(tf.constant([1]))
    with tf.Session() as session, pytest.raises(INVALID, match="must have equal 0th-dimension size"):
        session.run(batched(lambda x, y: x)(tf.constant([1]), tf.constant([1, 2])))


def test_it_has_no_gradient():
    x = tf.constant([1.0])
    made = tf.nondifferentiable_batch_function(1, 4, 1000)(lambda x: x * x)(x)
    with pytest.raises(LookupError, match="No gradient defined for operation 'batch/BatchFunction'"):
        tf.gradients(made, x)


def test_each_call_has_batches_of_its_own_and_captures_what_it_uses():
    v = tf.get_variable("v", initializer=3.0, use_resource=True)
    w = tf.constant(5.0)
    function = tf.nondifferentiable_batch_function(1, 4, 1000)(lambda x: x * v + w)
    first, second = function(tf.constant([1.0])), function(tf.constant([2.0]))
    assert [t.op.get_attr("shared_name") for t in first + second] == [b"batch/", b"batch_1/"]
    assert [t.op.name for t in first[0].op.inputs[1:]] == ["v", "Const"]
    with tf.Session() as session:
        session.run(v.initializer)
        assert session.run([first, second]) == [[8.0], [11.0]]


def test_it_comes_back_from_a_graph_def(graph):
    x = tf.placeholder(tf.float32, [None], name="x")
    tf.identity(tf.nondifferentiable_batch_function(1, 4, 1000)(plus_one)(x)[0], name="y")
    text = graph.as_graph_def().SerializeToString()
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(tf.GraphDef.FromString(text), name="")
        assert session.run("y:0", {"x:0": [1.0, 2.0]}).tolist() == [2.0, 3.0]


# -- several runs --------------------------------------------------------------------------------------------------------


def test_two_runs_are_computed_together():
    seen = []

    def note(x):
        seen.append(x.shape)
        return x * 10

    x = tf.placeholder(tf.float32, [1, 2])
    y = tf.nondifferentiable_batch_function(1, 2, HOUR)(lambda x: tf.py_func(note, [x], tf.float32))(x)
    with tf.Session() as session:
        first, second = run_together(session, y, x, [[1.0, 2.0]], [[3.0, 4.0]])
    assert seen == [(2, 2)]
    assert first[0].tolist() == [[10.0, 20.0]] and second[0].tolist() == [[30.0, 40.0]]


def test_a_batch_is_filled_up_with_its_first_row_to_a_size_that_is_allowed():
    seen = []
    x = tf.placeholder(tf.float32, [None])
    note = lambda x: seen.append(x.tolist()) or x  # noqa: E731
    y = tf.nondifferentiable_batch_function(1, 8, 0, [3, 8])(lambda x: tf.py_func(note, [x], tf.float32))(x)
    with tf.Session() as session:
        assert session.run(y, {x: [5, 6]})[0].tolist() == [5, 6]
        assert session.run(y, {x: [1, 2, 3, 4]})[0].tolist() == [1, 2, 3, 4]
    assert seen == [[5, 6, 5], [1, 2, 3, 4, 1, 1, 1, 1]]


def test_what_the_function_does_to_a_variable_is_done_once_for_all_runs():
    v = tf.get_variable("count", initializer=0.0, use_resource=True)
    x = tf.placeholder(tf.float32, [None])

    def counting(x):
        with tf.control_dependencies([v.assign_add(1.0)]):
            return tf.identity(x)

    y = tf.nondifferentiable_batch_function(1, 2, HOUR)(counting)(x)
    with tf.Session() as session:
        session.run(v.initializer)
        assert [r[0].tolist() for r in run_together(session, y, x, [1.0], [2.0])] == [[1.0], [2.0]]
        assert session.run(v) == 1.0
        session.run(y, {x: [1.0, 2.0]})
        assert session.run(v) == 2.0


def test_an_error_reaches_all_runs_of_the_batch():
    x = tf.placeholder(tf.float32)
    y = tf.nondifferentiable_batch_function(1, 2, HOUR)(lambda x: tf.check_numerics(x, "bad"))(x)
    with tf.Session() as session:
        failed = run_together(session, y, x, [1.0], [np.nan])
        assert [type(e) for e in failed] == [INVALID] * 2 and failed[0] is not failed[1]
        assert all(e.message.startswith("bad : Tensor had NaN values") for e in failed)
        for values, text in (
            (([[1, 2]], [[3, 4, 5]]), "Dimensions of inputs should match: shape[0] = [1,"),
            (([[1, 2]], [3]), "Ranks of all input tensors should match: shape[0] = [1"),
        ):
            failed = run_together(session, y, x, *values)
            assert all(type(e) is INVALID and e.message.startswith(text) for e in failed)
        assert session.run(y, {x: [1.0, 2.0]})[0].tolist() == [1.0, 2.0]


def test_batch_and_unbatch_are_differentiated_across_runs():
    """The test of 1.15's own sources, without its time limits."""
    x = tf.placeholder(tf.float32, [1])
    (batched,), index, key = tf.contrib.batching.batch([x], 1, 2, HOUR, HOUR)
    result = tf.contrib.batching.unbatch(batched * batched, index, key, HOUR, shared_name="unbatch")
    with tf.Session() as session:
        assert run_together(session, tf.gradients(result, x), x, [1.0], [2.0]) == [[2.0], [4.0]]


def test_one_run_of_a_batch_gets_all_rows_and_the_others_none():
    x = tf.placeholder(tf.int32, [None, 2])
    batch = tf.contrib.batching.batch([x, 2 * x], 1, 3, HOUR, HOUR)
    with tf.Session() as session:
        found = run_together(session, batch, x, [[1, 2]], [[3, 4], [5, 6]])
    empty, whole = sorted(found, key=lambda r: len(r.batch_index))
    assert [t.shape for t in empty.batched_tensors] == [(0, 2), (0, 2)] and empty.batch_index.shape == (0, 3)
    assert sorted(whole.batched_tensors[0].tolist()) == [[1, 2], [3, 4], [5, 6]]
    assert (whole.batched_tensors[1] == 2 * whole.batched_tensors[0]).all()
    assert whole.batch_index[:, 0].tolist() == [empty.id, whole.id]
    assert whole.batch_index[:, 1:].tolist() in ([[0, 1], [1, 3]], [[0, 2], [2, 3]])


def test_the_older_decorator_puts_the_function_into_the_graph(graph):
    x = tf.constant([[2.0, 3.0]])
    squared, more = tf.contrib.batching.batch_function_v1(1, 4, 1000)(lambda x: (x * x, x + 1))(x)
    grads = tf.gradients(squared, x)
    made = [(o.name, o.get_attr("shared_name").decode()) for o in graph.get_operations() if "atch" in o.type]
    assert made == [
        ("batch/Batch", "batch/"),
        ("batch/unbatch/Unbatch", "batch/unbatch//batch/mul:0"),
        ("batch/unbatch/Unbatch_1", "batch/unbatch//batch/add:0"),
        ("gradients/batch/unbatch/Unbatch_grad/UnbatchGrad", "unbatch_gradient_batch/unbatch/Unbatch"),
        ("gradients/batch/Batch_grad/Unbatch", "batch_gradient_batch/Batch_0"),
    ]
    assert squared.shape.as_list() == [None, 2] and grads[0].shape.as_list() == [1, 2]
    with tf.Session() as session:
        found = session.run([squared, more, grads[0]])
    assert [f.tolist() for f in found] == [[[4.0, 9.0]], [[3.0, 4.0]], [[4.0, 6.0]]]
    with pytest.raises(ValueError, match="must be Tensors"):
        tf.contrib.batching.batch_function_v1(1, 4, 1000)(plus_one)([1])


# -- pieces --------------------------------------------------------------------------------------------------------------

INDEX = [[7, 0, 2], [8, 2, 3]]


def unbatch(data, index, key, micros=1000):
    made = tf.contrib.batching.unbatch(data, tf.constant(index, tf.int64), tf.constant(key, tf.int64), micros)
    with tf.Session() as session:
        return session.run(made).tolist()


def test_unbatch_gives_the_rows_of_a_key():
    assert unbatch([1, 2, 3], INDEX, 7) == [1, 2]
    assert unbatch([1, 2, 3], INDEX, 8) == [3]


@pytest.mark.parametrize(
    "data, index, key, error, text",
    [
        ([1, 2, 3], INDEX, 9, tf.errors.DeadlineExceededError, "Batched data did not arrive within timeout window."),
        ([1], INDEX, 7, INVALID, "index tensor. Expected 0th dimension size to be no greater than 1; Got: 2."),
        ([1, 2, 3], [[7, 0], [8, 2]], 7, INVALID, "index tensor. Expected 1st dimension size to be 3 ; Got: 2."),
        ([1, 2, 3], [[7, 0, 2], [8, 2, 6]], 7, INVALID, "Sum of split sizes must not exceed dim0-size of input"),
        ([1, 2, 3], INDEX, [7, 8], INVALID, "Input id should be scalar"),  # 1.15.5 crashes
        ([1, 2, 3], [7, 0, 2], 7, INVALID, "an index of two dimensions"),
    ],
)
def test_unbatch_tells_what_is_wrong(data, index, key, error, text):
    with pytest.raises(error) as raised:
        unbatch(data, index, key)
    assert text in raised.value.message


def test_gradients_of_pieces_are_joined():
    def run(data, index, grad):
        index = tf.constant(index, tf.int64, shape=[len(index), 3])
        key = tf.constant(7, tf.int64)
        with tf.Session() as session:
            return session.run(
                tf.raw_ops.UnbatchGrad(original_input=data, batch_index=index, grad=grad, id=key)
            ).tolist()

    assert run([1.0, 2.0], [[7, 0, 2]], [5.0, 6.0]) == [5.0, 6.0]
    assert run(np.zeros(0, np.float32), [], [5.0, 6.0]) == []
    with pytest.raises(INVALID, match="batch_index is empty while the tensor isn't"):
        run([1.0, 2.0], [], [5.0, 6.0])


def test_what_is_known_of_shapes():
    index, key = tf.placeholder(tf.int64, [1, 3]), tf.constant(1, tf.int64)
    made = tf.contrib.batching.batch([tf.constant([[1, 2]]), tf.placeholder(tf.float32)], 1, 4, 1000, 1000)
    assert [str(t.shape) for t in (*made.batched_tensors, made.batch_index, made.id)] == [
        "(?, 2)",
        "<unknown>",
        "(?, 3)",
        "()",
    ]
    grad = tf.constant([[1.0, 1.0]])
    made = tf.raw_ops.UnbatchGrad(original_input=grad, batch_index=index, grad=grad, id=key)
    assert made.shape.as_list() == [None, None]
    with pytest.raises(ValueError, match="Out of range dim_index 0 for shape with 0 dimensions for 'Unbatch'"):
        tf.contrib.batching.unbatch(1, index, key, 1)


# -- who waits for whom --------------------------------------------------------------------------------------------------


class Noticed(Cancel):
    """Tells when a task has its place in a batch and is about to wait."""

    __slots__ = ("entered",)

    def __init__(self):
        super().__init__()
        self.entered = threading.Event()

    def on_cancel(self, callback):
        self.entered.set()
        return super().on_cancel(callback)


def task(rows):
    return Task([np.zeros(rows)], None)


def count_tasks(tasks):
    for t in tasks:
        t.result = len(tasks)


def test_a_queue_takes_only_so_many_batches():
    batches, waiting = Batches(1, 2, 3600, queued=1), Noticed()

    def another():
        assert waiting.entered.wait(SECONDS)
        with pytest.raises(tf.errors.UnavailableError, match="to which this task was submitted is full"):
            batches.run("", task(2), count_tasks, Cancel())
        assert batches.run("elsewhere", task(2), count_tasks, Cancel()) == 1
        return batches.run("", task(1), count_tasks, Cancel())

    assert together(lambda: batches.run("", task(1), count_tasks, waiting), another) == [2, 2]


def test_a_task_that_has_no_place_closes_the_batch_before_it():
    batches, waiting = Batches(1, 2, 3600, queued=10), Noticed()

    def another():
        assert waiting.entered.wait(SECONDS)
        return batches.run("", task(2), count_tasks, Cancel())

    assert together(lambda: batches.run("", task(1), count_tasks, waiting), another) == [1, 1]


def test_a_run_that_is_cancelled_leaves_its_batch():
    batches, waiting = Batches(1, 2, 3600, queued=10), Noticed()

    def another():
        assert waiting.entered.wait(SECONDS)
        waiting.cancel()
        return batches.run("", task(2), count_tasks, Cancel())

    first, second = together(lambda: batches.run("", task(1), count_tasks, waiting), another)
    assert isinstance(first, tf.errors.CancelledError) and second == 1


def test_no_more_batches_are_worked_on_than_there_are_threads():
    batches, waiting, begun, order = Batches(1, 1, 3600, queued=10), Noticed(), threading.Event(), []

    def slow(tasks):
        begun.set()
        assert waiting.entered.wait(SECONDS)  # the other is in its place
        order.append("slow")

    def another():
        assert begun.wait(SECONDS)
        batches.run("", task(1), lambda tasks: order.append("other"), waiting)

    assert together(lambda: batches.run("", task(1), slow, Cancel()), another) == [None, None]
    assert order == ["slow", "other"]


def test_several_batches_are_worked_on_by_several_threads():
    batches, both = Batches(2, 1, 3600, queued=10), threading.Barrier(2)
    work = lambda tasks: both.wait(SECONDS) and None  # noqa: E731 - passes only if the other works too
    assert together(*[lambda: batches.run("", task(1), work, Cancel())] * 2) == [None, None]


def test_a_key_belongs_to_one_run():
    pieces, waiting = Pieces(3600), Noticed()

    def another():
        assert waiting.entered.wait(SECONDS)
        with pytest.raises(tf.errors.AlreadyExistsError, match="Multiple session runs with the same batch key"):
            pieces.exchange(1, [], Cancel())
        return pieces.exchange(2, [(1, "one"), (2, "two")], Cancel())

    assert together(lambda: pieces.exchange(1, [], waiting), another) == ["one", "two"]
