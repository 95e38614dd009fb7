"""Where requests run: those of a size that has proved to be quick at once, others on a thread; what a model does when loaded."""

import subprocess
import sys
import threading
import time

import jax
import numpy as np
import pytest

import penstock as tf
from penstock.serving import engine as engines
from penstock.serving import signatures
from penstock.serving.engine import Engine
from penstock.serving.monitoring import Metrics
from penstock.serving.servable import Servable
from penstock.serving.signatures import Prepared


class Model:
    """A stand-in for a servable; notes on which threads it ran."""

    name, batching = "model", None

    def __init__(self):
        self.threads = []
        self.prepared = Prepared(self, ("y",), [tf.float32])

    def __call__(self, x):
        self.threads.append(threading.current_thread().name)
        if x.ndim == 3:
            raise tf.errors.InvalidArgumentError(None, None, "three")
        return [x]


@pytest.fixture
def run(monkeypatch):
    """Runs a request, and tells whether it was run on this thread."""
    monkeypatch.setattr(engines, "QUICK", 1e9)  # every time that is known
    engine, model = Engine(Metrics(), 1, 10), Model()

    def asked(array):
        done, found = threading.Event(), []
        engine.submit(model, model.prepared, [np.float32(array)], None, lambda value: (found.append(value), done.set()))
        assert done.wait(20)
        return model.threads[-1] == threading.current_thread().name

    yield asked
    engine.close()


def test_a_size_that_has_proved_to_be_quick_runs_at_once_and_another_does_not(run):
    assert [run([[1]]) for _ in range(5)] == [False, False, False, True, True]
    large = np.zeros([1000, 1])
    assert [run(large) for _ in range(5)] == [False, False, False, True, True]
    assert run([[2]]) and run(large) and run(np.zeros([900, 1])) and not run(np.zeros([3000, 1]))


def test_runs_that_wait_for_others_do_not_make_a_model_slow_but_slow_ones_do():
    pauses = iter([0.0] * 5 + [0.03] * 3 + [0.0] + [0.2] * 6)

    def wait(x):
        time.sleep(next(pauses))
        return [x]

    prepared, x = Prepared(wait, ("y",), [tf.float32]), [np.float32([1])]
    for _ in range(9):
        prepared.run(x)
    assert 0.001 < prepared.expected(x) < 0.012  # about 0.015 on the average
    for _ in range(6):
        prepared.run(x)
    assert prepared.expected(x) > 0.03


def test_programs_of_xla_run_in_the_thread_of_the_request():
    program = """
import jax, jax.numpy as jnp
from penstock.runtime.xla import placement
import numpy as np
variables = {"w": np.ones([8, 8], np.float32)}
placement.move(variables, ["w"])  # the first that a server does with XLA
print(jax.config.values["jax_cpu_enable_async_dispatch"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


def test_runs_that_fail_are_over_as_well(run):
    for _ in range(5):
        run(np.zeros([1, 1, 1]))
    assert signatures._RUNNING == []


def test_quick_requests_do_not_wait_for_slow_ones(run, monkeypatch):
    for _ in range(4):
        run([[1]])
    # What waits for a thread is of another model.
    holds, go = threading.Event(), threading.Event()

    def hold(x):
        holds.set()
        assert go.wait(20)
        return [x]

    slow = Prepared(hold, ("y",), [tf.float32])
    engine = Engine(Metrics(), 1, 10)
    quick = Model()
    for _ in range(3):
        quick.prepared.run([np.float32([1])])
    results = []
    try:
        for _ in range(3):
            engine.submit(quick, slow, [np.float32([1])], None, results.append)
        assert holds.wait(20) and engine._waiting.qsize() == 2
        engine.submit(quick, quick.prepared, [np.float32([1])], None, results.append)
        assert len(results) == 1 and quick.threads[-1] == threading.current_thread().name
    finally:
        go.set()
        engine.close()
    assert len(results) == 4


def test_large_variables_lie_where_programs_read_them_before_the_first_request(tmp_path):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None], name="x")
        large = tf.get_variable("large", [600, 600], initializer=tf.ones_initializer())
        small = tf.get_variable("small", [2], initializer=tf.ones_initializer())
        wide = tf.get_variable("wide", [1 << 18], tf.int64, initializer=tf.ones_initializer())
        y = x + large[0, 0] + small[0] + tf.cast(wide[7], tf.float32)
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, str(tmp_path / "1"), {"x": x}, {"y": y})
    servable = Servable("m", 1, str(tmp_path / "1"))
    values = {key.name: value for key, value in servable.session._store.variables.items()}
    assert {name: isinstance(value, jax.Array) for name, value in values.items()} == {
        "large": True,
        "small": False,
        "wide": True,
    }
    assert values["wide"].dtype == np.int64
    for _ in range(3):
        (found,) = servable.signatures["serving_default"].prepared().run([np.float32([1.0, 2.0])])
        assert np.asarray(found).tolist() == [4.0, 5.0]
    servable.retire()
