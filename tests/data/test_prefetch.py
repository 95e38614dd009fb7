"""Prefetching: with a thread where one pays, without where none does, and the same elements either way."""

import threading
import time

import numpy as np
import pytest

from penstock.data import parallel
from penstock.data.parallel import PrefetchStep
from penstock.data.pipeline import Run, Step
from penstock.graph import errors
from penstock.runtime.session.cancel import Cancel


class Clock:
    """Time that passes when the test says so, however busy the machine is."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(parallel, "time", clock)
    return clock


def takes(seconds):
    parallel.time.now += seconds


class Counting(Step):
    """Gives 0, 1, 2, ...; notes who asked, and what happened after it was closed."""

    def __init__(self, seconds=0.0, fails=(), count=50):
        self.at, self.seconds, self.fails, self.count = -1, seconds, fails, count
        self.threads, self.closed = set(), 0

    def next(self, cancel):
        self.threads.add(threading.get_ident())
        takes(self.seconds)
        self.at += 1
        if self.at in self.fails:
            raise errors.DataLossError(None, None, f"element {self.at}")
        return None if self.at >= self.count else (np.int64(self.at),)

    def close(self):
        self.closed += 1


def everything(step, seconds=0.0):
    """All elements, each of which is used for some time."""
    found = []
    while True:
        takes(seconds)
        try:
            element = step.next(Cancel())
        except errors.DataLossError as error:
            found.append(error.message)
            continue
        if element is None:
            return found
        found.append(int(element[0]))


def test_cheap_elements_are_made_by_who_asks_for_them():
    source = Counting()
    assert everything(PrefetchStep(source, 2, Run(), lazy=True)) == list(range(50))
    assert source.threads == {threading.get_ident()}


def test_a_thread_takes_over_when_elements_take_long_to_make_and_to_use():
    source = Counting(seconds=0.006)
    step = PrefetchStep(source, 2, Run(), lazy=True)
    assert everything(step, 0.006) == list(range(50))
    assert len(source.threads) == 2
    assert step.next(Cancel()) is None


def test_no_thread_makes_elements_for_who_only_waits_for_them():
    source = Counting(seconds=0.006)
    assert everything(PrefetchStep(source, 2, Run(), lazy=True)) == list(range(50))
    assert source.threads == {threading.get_ident()}


def test_one_slow_element_starts_no_thread():
    source = Counting(seconds=0.05)
    step = PrefetchStep(source, 2, Run(), lazy=True)
    step.next(Cancel())
    source.seconds = 0.0
    everything(step, 0.001)
    assert source.threads == {threading.get_ident()}


def test_where_somebody_could_tell_a_thread_works_ahead_at_once():
    source = Counting()
    step = PrefetchStep(source, 3, Run())
    assert step.next(Cancel()) == (0,)
    until = time.monotonic() + 60
    while source.at < 3 and time.monotonic() < until:
        time.sleep(0.001)
    assert source.at == 3  # one given, three ready
    assert threading.get_ident() not in source.threads
    step.close()


@pytest.mark.parametrize("seconds", [0.0, 0.006])
def test_errors_come_in_their_turn_and_nothing_is_lost(seconds):
    source = Counting(seconds, fails=(0, 7, 20), count=30)
    expected = [f"element {i}" if i in (0, 7, 20) else i for i in range(30)]
    assert everything(PrefetchStep(source, 2, Run(), lazy=True), seconds) == expected


def test_who_makes_an_element_closes_the_input_when_the_iterator_was_closed_meanwhile():
    inside, go_on = threading.Event(), threading.Event()

    class Slow(Counting):
        def next(self, cancel):
            inside.set()
            go_on.wait(60)
            assert not self.closed
            return super().next(cancel)

    source = Slow()
    step = PrefetchStep(source, 2, Run(), lazy=True)
    worker = threading.Thread(target=step.next, args=(Cancel(),))
    worker.start()
    inside.wait(60)
    step.close()
    assert not source.closed
    go_on.set()
    worker.join(60)
    assert source.closed == 1
    with pytest.raises(errors.CancelledError):
        step.next(Cancel())
