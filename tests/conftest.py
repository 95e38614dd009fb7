"""Fixtures for all tests: `peer`, real TensorFlow to compare with, and `peer_1_15`, an old one where it is at hand."""

import gc
import logging
import os
import random
import signal
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

from tests.peer import Peer

HERE = Path(__file__).resolve().parent

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # as a shell's job in the background is started: nothing could interrupt it
    signal.signal(signal.SIGINT, signal.default_int_handler)


def find_peer_python() -> str | None:
    """Return the Python that has TensorFlow: $PENSTOCK_PEER_PYTHON, else the one `make test` sets up."""
    given = os.environ.get("PENSTOCK_PEER_PYTHON")
    if given:
        return given
    own = HERE.parent / ".venv-peer" / "bin" / "python"
    return str(own) if own.exists() else None


@pytest.fixture(scope="session")
def peer():
    """Real TensorFlow, one process per test worker: `peer.run(source, **arrays)` returns its `result` dictionary."""
    python = find_peer_python()
    if python is None:
        why = "no TensorFlow to compare with: run `make test`, or set PENSTOCK_PEER_PYTHON"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    if not os.access(python, os.X_OK):
        pytest.fail(f"PENSTOCK_PEER_PYTHON={python} is not a program")
    peer = Peer(python)
    yield peer
    peer.close()


@pytest.fixture(scope="session")
def peer_1_15():
    """TensorFlow 1.15 itself, for what later releases do not have or do otherwise; skipped where there is none."""
    python = os.environ.get("PENSTOCK_115_PYTHON")
    if not python:
        pytest.skip("no TensorFlow 1.15 to compare with: set PENSTOCK_115_PYTHON to a Python 3.7 that has it")
    if not os.access(python, os.X_OK):
        pytest.fail(f"PENSTOCK_115_PYTHON={python} is not a program")
    peer = Peer(python)
    yield peer
    peer.close()


@pytest.fixture
def waiters(monkeypatch):
    """`waiters(n)` returns when n operations wait for something, so that no test has to sleep and hope that they do."""
    from penstock.runtime.session.cancel import Cancel

    inside, wait = [], Cancel.wait

    def counted(*args):  # the caller holds the condition's lock until it waits: who comes later finds it waiting
        inside.append(args)
        try:
            wait(*args)
        finally:
            inside.pop()

    def until(count):
        end = time.monotonic() + 60
        while len(inside) < count:
            assert time.monotonic() < end, f"{len(inside)} operations wait, not {count}"
            time.sleep(0.002)

    monkeypatch.setattr(Cancel, "wait", counted)
    return until


@pytest.fixture
def forgotten():
    """Gradients that a test registers are forgotten after it: another may show the same example in this process."""
    from penstock import _names
    from penstock.graph import registry

    before = set(registry._gradients)
    yield
    for name in set(registry._gradients) - before - set(_names.OPS):  # modules that were imported meanwhile stay
        del registry._gradients[name]


@pytest.fixture(autouse=True)
def _the_process_is_left_as_it_was():
    """Environment and folder are those from before again, and the process's random numbers are the same in every test."""
    environment, folder = dict(os.environ), os.getcwd()
    random.seed(2015)
    np.random.seed(2015)
    yield
    os.chdir(folder)
    for name in {*environment, *os.environ} - {"PYTEST_CURRENT_TEST"}:  # which is pytest's own
        if name not in environment:
            del os.environ[name]
        elif os.environ.get(name) != environment[name]:
            os.environ[name] = environment[name]


@pytest.fixture(autouse=True)
def _what_has_no_seed_is_the_same_in_every_run():
    """Operations without a seed ask the system for one; here they get numbers that differ, but not from run to run.

    No test may hang on luck: one that is right for most numbers only would fail one day. Names of files stay random.
    """
    numbers, real = np.random.RandomState(2015), os.urandom

    def urandom(size):
        module = sys._getframe(1).f_globals.get("__name__", "")
        if module.startswith("penstock.") and not module.startswith("penstock.storage."):
            return numbers.bytes(size)
        return real(size)

    os.urandom = urandom
    yield
    os.urandom = real


@pytest.fixture(autouse=True)
def _the_log_is_left_as_it_was():
    """What a test does to the log (programs make it speak, or silence it) is undone: others read their warnings in it.

    Lines that are logged only the first few times (`log_first_n`) are counted anew.
    """
    own = sys.modules.get("penstock.platform.logging")
    if own is not None:
        own._counts.clear()
    log = logging.getLogger("tensorflow")
    level, propagate, handlers = log.level, log.propagate, list(log.handlers)
    yield
    log.setLevel(level)
    log.propagate = propagate
    for handler in [h for h in log.handlers if h not in handlers]:
        log.removeHandler(handler)


@pytest.fixture(autouse=True)
def _no_writer_is_left_in_the_cache():
    """The writers that a test's hooks keep are closed after it: their folder may be gone before another test meets them."""
    yield
    writer = sys.modules.get("penstock.summary.writer")
    if writer is not None and writer.FileWriterCache._cache:
        writer.FileWriterCache.clear()


@pytest.fixture(autouse=True)
def _no_graph_or_session_is_left_behind():
    """A test that leaves a graph or session entered, which others would then work in, fails itself and harms no other.

    The graph of those that enter none is new: names and default seeds tell how many operations a graph had before.
    """
    from penstock.graph import stack

    stack.base.graph = None
    stacks = (stack.graphs, stack.sessions)
    before = [list(s.items) for s in stacks]
    yield
    after = [list(s.items) for s in stacks]
    for s, items in zip(stacks, before):
        s.items[:] = items
    assert after == before, "this test leaves a graph or session entered: leave each `with`, close InteractiveSessions"


# Where programs are compiled as users' are: tests of the runtime and its kernels, of whole programs, of speed, and of what is no
# number. All others have it done in a third of the time (`PENSTOCK_QUICK_COMPILE`), but for one in eight, and only where one that
# fails is run again (`make test`), as that is done with programs as users'. `make test COMPILED_AS_SHIPPED=1`: all as users'.
COMPILED_AS_SHIPPED = """autograph ci cli cpp debug distributed docs models native ops/custom ops/backend profiler programs
    runtime seeds serving""".split()


def compiles_quickly(item):
    """Whether the programs of a test are compiled quickly rather than well."""
    if os.environ.get("COMPILED_AS_SHIPPED") == "1" or not item.config.getoption("reruns", 0):
        return False
    if getattr(item, "execution_count", 1) > 1 or zlib.crc32(item.nodeid.encode()) % 8 == 0:
        return False
    apart = ("tests/test_", *(f"tests/{folder}/" for folder in COMPILED_AS_SHIPPED))
    return "strange" not in item.nodeid and not item.nodeid.startswith(apart)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    os.environ.pop("PENSTOCK_QUICK_COMPILE", None)
    if compiles_quickly(item):
        os.environ["PENSTOCK_QUICK_COMPILE"] = "1"


def pytest_collection_finish():
    """What is there now (16,000 tests, the modules) stays: not searching it for garbage saves a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 10, 10)


def pytest_collection_modifyitems(items):
    for item in items:
        if "peer" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.peer)


def pytest_terminal_summary(terminalreporter):
    """What went wrong in a test that passed when it was run again (`make test` does that once) is shown all the same."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.write_sep("_", f"run again: {report.nodeid}")
        report.toterminal(terminalreporter._tw)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that will be run again starts anew: what its module's tests share is made again, as it may have been the cause."""
    report = yield
    again = item.config.getoption("reruns", 0) or 0
    if report.failed and call.when == "call" and getattr(item, "execution_count", 1) <= again:
        fixtures = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
        for definition in (d for named in fixtures.values() for d in named):
            if definition.scope == "module":
                definition.finish(item._request)
    return report
