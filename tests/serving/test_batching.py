"""Batching: requests are merged up to a size and a delay, padded, split again; a bad one fails alone; queues have limits."""

import threading
import time

import numpy as np
import pytest

import penstock as tf
from penstock.serving import batching
from penstock.serving.batching import Scheduler
from penstock.serving.configuration import Batching, message
from penstock.serving.signatures import Prepared


def options(allowed=(), **given):
    found = message("BatchingParameters")(allowed_batch_sizes=allowed)
    for name, value in given.items():
        if name == "pad_variable_length_inputs":
            found.pad_variable_length_inputs = value
        else:
            getattr(found, name).value = value
    return Batching(found)


class Model:
    """A function that remembers the sizes of what it was given, and fails for negative numbers."""

    def __init__(self, wait=None):
        self.sizes, self.shapes, self.wait = [], [], wait

    def prepared(self):
        return Prepared(self, ("y",), [tf.float32])

    def __call__(self, x):
        if self.wait is not None:
            self.wait.wait(10)
        self.sizes.append(len(x))
        self.shapes.append(x.shape)
        if (np.asarray(x) < 0).any():
            raise tf.errors.InvalidArgumentError(None, None, "negative")
        return [x * 2]


@pytest.fixture
def scheduler():
    found = Scheduler(1)
    yield found
    found.close()


def ask(scheduler, prepared, chosen, *arrays, expires=None):
    """What each of the arrays gave."""
    results, left = [None] * len(arrays), threading.Semaphore(0)

    def done(number):
        def take(found):
            results[number] = found
            left.release()

        return take

    for i, array in enumerate(arrays):
        scheduler.submit(prepared, [np.float32(array)], chosen, done(i), expires, lambda seconds, rows: None)
    for _ in arrays:
        assert left.acquire(timeout=10)
    return results


def test_requests_are_merged_padded_and_split(scheduler):
    model = Model()
    chosen = options([1, 4, 8], max_batch_size=8, batch_timeout_micros=10_000_000)
    # The batch is full with the fourth: it does not wait for the delay.
    found = ask(scheduler, model.prepared(), chosen, [[1]], [[2], [3]], [[4]], [[5], [6], [7], [8]])
    assert [part[0].tolist() for part in found] == [[[2]], [[4], [6]], [[8]], [[10], [12], [14], [16]]]
    assert model.sizes == [8]


def test_a_batch_that_is_not_full_runs_after_the_delay_and_is_padded(scheduler):
    model = Model()
    chosen = options([4, 8], max_batch_size=8, batch_timeout_micros=50_000)
    found = ask(scheduler, model.prepared(), chosen, [[1]], [[2]])
    assert [part[0].tolist() for part in found] == [[[2]], [[4]]]
    assert model.sizes == [4]


@pytest.mark.parametrize(("whole", "sizes"), [(2.0, [4, 16]), (1.1, [32])])
def test_a_batch_is_divided_where_padding_would_take_longer(scheduler, whole, sizes):
    model = Model()
    prepared = model.prepared()
    prepared.of_batches = {4: (9, 0.35), 16: (9, 1.0), 32: (9, whole)}
    chosen = options([4, 16, 32], max_batch_size=32, batch_timeout_micros=100_000)
    answers = ask(scheduler, prepared, chosen, *[np.full([1, 1], float(i)) for i in range(20)])
    assert sorted(float(answer[0][0, 0]) for answer in answers) == [2.0 * i for i in range(20)]
    assert sorted(model.sizes) == sizes


def test_rows_that_fill_a_size_as_cheap_as_any_do_not_wait_for_more(scheduler):
    model = Model()
    prepared = model.prepared()
    prepared.of_batches = {1: (9, 0.5), 4: (9, 1.1), 8: (9, 2.0)}
    chosen = options([1, 4, 8], max_batch_size=8, batch_timeout_micros=10_000_000)
    found = ask(scheduler, prepared, chosen, [[1]], [[2]], [[3], [4]])  # for a row 0.275, where the best is 0.25
    assert [part[0].tolist() for part in found] == [[[2]], [[4]], [[6], [8]]] and model.sizes == [4]


def test_nobody_waits_where_all_requests_there_were_lately_wait(scheduler):
    model = Model()
    prepared, chosen = model.prepared(), options(max_batch_size=8, batch_timeout_micros=600_000_000)
    scheduler._peak._before = 2.0  # as if the first seconds were over
    assert [part[0].tolist() for part in ask(scheduler, prepared, chosen, [[3]], [[4]])] == [[[6]], [[8]]]
    assert model.sizes == [2]


def test_how_many_there_were_lately_is_forgotten_after_a_while():
    peak, begin = batching._Peak(), time.monotonic()
    peak.see(3, begin)
    assert not peak.reached(1000)  # it is too early to tell
    peak.see(1, begin + 6)
    assert peak.reached(3) and not peak.reached(2)
    peak.see(1, begin + 12)
    assert peak.reached(1)
    peak.see(4, begin + 12)
    peak.see(1, begin + 60)
    assert peak.reached(1)


def test_small_answers_of_a_batch_are_written_together_and_large_ones_where_it_ran():
    posted, ready = [], threading.Event()
    scheduler = Scheduler(1, lambda function: (posted.append(function), ready.set()))
    prepared, chosen = Model().prepared(), options(max_batch_size=2, batch_timeout_micros=600_000_000)
    try:
        results = []
        for value in (1.0, 2.0):
            scheduler.submit(prepared, [np.float32([[value]])], chosen, results.append, None, lambda s, r: None)
        assert ready.wait(10) and results == [] and len(posted) == 1
        posted[0]()
        assert [found[0].tolist() for found in results] == [[[2.0]], [[4.0]]]
        large = np.ones([1, 40_000], np.float32)
        assert ask(scheduler, prepared, chosen, large, large)[0][0].shape == (1, 40_000) and len(posted) == 1
    finally:
        scheduler.close()


def test_a_request_that_is_bad_fails_alone(scheduler):
    chosen = options(max_batch_size=3, batch_timeout_micros=10_000_000)
    found = ask(scheduler, Model().prepared(), chosen, [[1]], [[-2]], [[3]])
    assert found[0][0].tolist() == [[2]] and found[2][0].tolist() == [[6]]
    assert isinstance(found[1], tf.errors.InvalidArgumentError)


def test_rows_of_different_shapes_are_not_merged_unless_they_may_be_padded(scheduler):
    model = Model()
    chosen = options(max_batch_size=2, batch_timeout_micros=1000)
    assert [f[0].shape for f in ask(scheduler, model.prepared(), chosen, [[1, 2]], [[3]])] == [(1, 2), (1, 1)]
    assert sorted(model.shapes) == [(1, 1), (1, 2)]
    model = Model()
    chosen = options(max_batch_size=2, batch_timeout_micros=10_000_000, pad_variable_length_inputs=True)
    found = ask(scheduler, model.prepared(), chosen, [[1, 2]], [[3]])
    assert model.shapes == [(2, 2)] and found[1][0].tolist() == [[6, 0]]


def test_a_request_larger_than_a_batch_is_refused_or_cut(scheduler):
    chosen = options(max_batch_size=2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Task size 3 is larger than maximum input batch size 2"):
        ask(scheduler, Model().prepared(), chosen, [[1], [2], [3]])
    model = Model()
    chosen = options(max_batch_size=2, enable_large_batch_splitting=True)
    assert ask(scheduler, model.prepared(), chosen, [[1], [2], [3]])[0][0].tolist() == [[2], [4], [6]]
    assert model.sizes == [2, 1]


def test_a_queue_that_is_full_refuses(scheduler):
    wait = threading.Event()
    model, done = Model(wait), []
    chosen = options(max_batch_size=1, max_enqueued_batches=2)
    prepared = model.prepared()
    try:
        with pytest.raises(tf.errors.UnavailableError, match="queue to which this task was submitted is full"):
            for _ in range(10):
                scheduler.submit(prepared, [np.ones([1, 1])], chosen, done.append, None, lambda s, r: None)
    finally:
        wait.set()


def test_a_request_that_nobody_waits_for_is_not_run(scheduler):
    model = Model()
    chosen = options(max_batch_size=8, batch_timeout_micros=20_000)
    (found,) = ask(scheduler, model.prepared(), chosen, [[1]], expires=time.monotonic())
    assert isinstance(found, tf.errors.DeadlineExceededError) and model.sizes == []


@pytest.mark.parametrize("given", [{"max_batch_size": 0}, {"num_batch_threads": 0}, {"batch_timeout_micros": -1}])
def test_parameters_that_mean_nothing_are_refused(given):
    with pytest.raises(tf.errors.InvalidArgumentError):
        options(**given)


def test_allowed_sizes_must_end_with_the_largest():
    with pytest.raises(tf.errors.InvalidArgumentError, match="last entry was 4; expected 8"):
        options([2, 4], max_batch_size=8)


def test_clients_of_a_server_are_answered_in_batches(start, half, tmp_path):
    file = tmp_path / "batching.config"
    file.write_text(
        "max_batch_size { value: 4 }\nbatch_timeout_micros { value: 300000 }\n"
        "num_batch_threads { value: 1 }\nallowed_batch_sizes: [1, 2, 4]\n"
    )
    from penstock.serving import configuration

    server = start(
        half=half,
        options={
            "batching": Batching(configuration.read(str(file), "BatchingParameters")),
            "metrics_path": "/monitoring/prometheus/metrics",
        },
    )
    found, bad = {}, []

    def ask(i):
        found[i] = server.predict([[float(i)]]).json
        bad.append(server.predict([[2000.0]] if i == 0 else [[1.0]], signature_name="checked").status)

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {i: {"predictions": [[i / 2 + 2]]} for i in range(4)}
    assert sorted(bad) == [200, 200, 200, 400]
    page = server.rest("/monitoring/prometheus/metrics").body.decode()
    assert ':penstock:serving:processed_batch_size{model_name="half",size="4"}' in page
