"""Fixtures for tests of the runtime: both execution tiers, and an operation that waits."""

import threading

import pytest

import penstock as tf
from penstock.graph import build
from penstock.graph.registry import op


@pytest.fixture(autouse=True)
def _fresh_graph():
    tf.reset_default_graph()


@pytest.fixture(params=["interpreted", "compiled"])
def tier(request):
    """Runs the test in each tier; `tier()` is a ConfigProto for it."""
    level = {"interpreted": -1, "compiled": 1}[request.param]

    def config(**fields):
        proto = tf.ConfigProto(**fields)
        proto.graph_options.optimizer_options.global_jit_level = level
        return proto

    config.name = request.param
    return config


class Gate:
    """What `TestWait` waits for."""

    def __init__(self):
        self.changed = threading.Condition()
        self.is_open = False
        self.waiting = threading.Event()

    def open(self):
        with self.changed:
            self.is_open = True
            self.changed.notify_all()


_gate = Gate()


@op(
    "TestWait",
    blocking=True,
    sig={"attrs": {}, "inputs": [], "is_stateful": True, "outputs": [{"name": "y", "type": "float"}]},
)
def _wait(xp, *, ctx):
    gate = _gate
    with gate.changed:
        gate.waiting.set()
        ctx.cancel.wait(gate.changed, lambda: gate.is_open, "The wait was cancelled")
    return xp.asarray(1.0, xp.float32)


@pytest.fixture
def gate():
    """A gate that is closed at first; `gate.wait(name)` makes an operation that waits until it is opened."""
    global _gate
    _gate = Gate()
    _gate.wait = lambda name=None: build.apply("TestWait", name=name)
    yield _gate
    _gate.open()
