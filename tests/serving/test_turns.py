"""Requests of a part of a millisecond: in order, on as many threads as there are, answered where they were read."""

import queue
import threading

import numpy as np
import pytest

import penstock as tf
from penstock.serving import engine as engines
from penstock.serving.turns import Turns
from tests.serving.conftest import half_plus


class Loop:
    """An event loop that turns when it is told to, on the thread of the test."""

    def __init__(self):
        self.functions = queue.SimpleQueue()

    def turn(self):
        self.functions.get(timeout=20)()


class Work:
    """Requests that run until they are let go; knows where they ran and where they were answered."""

    def __init__(self, turns):
        self.turns = turns
        self.began, self.answered, self.may_end = queue.SimpleQueue(), [], {}

    def add(self, number, held=False):
        self.may_end[number] = threading.Event()
        if not held:
            self.may_end[number].set()

        def run():
            self.began.put((number, threading.current_thread().name))
            assert self.may_end[number].wait(20)
            return number * 10

        def done(found):
            assert threading.current_thread() is threading.main_thread()
            self.answered.append(found)

        self.turns.add(run, done)


@pytest.fixture
def loop():
    return Loop()


@pytest.fixture
def work(loop):
    turns = Turns(1, loop.functions.put, loop.functions.put)
    while not turns._idle:  # the helper has begun to wait
        threading.Event().wait(0.001)
    made = Work(turns)
    yield made
    for event in made.may_end.values():
        event.set()
    turns.close()


def test_a_thread_that_waits_takes_a_request_and_the_event_loop_the_next_ones_in_order(loop, work):
    here = threading.current_thread().name
    work.add(1, held=True)
    assert work.began.get(timeout=20) == (1, "penstock-turn-0")
    for number in (2, 3, 4):
        work.add(number)
    assert work.answered == []  # whoever reads requests does not wait for them
    for number in (2, 3, 4):
        loop.turn()
        assert work.began.get(timeout=20) == (number, here)
    assert work.answered == [20, 30, 40]
    work.may_end[1].set()
    loop.turn()
    assert work.answered == [20, 30, 40, 10]


def test_a_thread_goes_on_with_the_requests_that_wait_while_the_event_loop_is_busy(loop, work):
    work.add(1, held=True)
    work.began.get(timeout=20)
    for number in (2, 3):
        work.add(number)
    work.may_end[1].set()
    assert [work.began.get(timeout=20)[0] for _ in range(2)] == [2, 3]
    while len(work.answered) < 3:
        loop.turn()
    assert work.answered == [10, 20, 30]


def test_an_answer_that_cannot_be_given_keeps_nobody_from_his_turn(loop, work):
    def broken(found):
        raise ValueError("the client has gone")

    work.add(1, held=True)
    work.began.get(timeout=20)
    work.turns.add(lambda: 5, broken)
    work.add(2)
    loop.turn()
    loop.turn()
    assert work.answered == [20]


def test_requests_that_wait_fail_when_the_server_ends(loop, work):
    work.add(1, held=True)
    work.began.get(timeout=20)
    work.add(2)
    ending = threading.Timer(0.05, work.may_end[1].set)
    ending.start()
    work.turns.close()
    assert isinstance(work.answered[0], tf.errors.UnavailableError) and work.answered[1:] == [10]


def test_many_clients_get_their_own_answers(start, tmp_path, monkeypatch):
    monkeypatch.setattr(engines, "TINY", 0.0)
    monkeypatch.setattr(engines, "QUICK", 1e9)  # every time that is known
    half_plus(tmp_path / "half" / "1")
    server = start(half=tmp_path / "half")
    for _ in range(3):
        server.predict([[1.0]])
    wrong = []

    def ask(first):
        for i in range(20):
            value = float(first * 100 + i)
            found = server.predict([[value]]).json
            if not np.allclose(found["predictions"], [[value / 2 + 2]]):
                wrong.append(found)

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert wrong == [] and not any(thread.is_alive() for thread in threads)
