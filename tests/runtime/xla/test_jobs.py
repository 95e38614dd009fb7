"""Of the programs that are wanted, the one that is missed most is made first."""

from __future__ import annotations

import threading
import types

from penstock.runtime.policy import Policy
from penstock.runtime.xla.jobs import Job, Jobs


def _job(name, seconds=None, only_kept=False):
    policy = Policy(10, called=False)
    if seconds is not None:
        policy.should_compile(name, 1e-3, float("inf"))
        policy.time_pending(name, seconds)
    return Job(types.SimpleNamespace(policy=policy), [], name, only_kept)


def test_what_has_cost_most_comes_first_and_looks_come_before_that():
    jobs = Jobs()
    for job in [_job("little", 0.1), _job("much", 3.0), _job("kept", 0.2, only_kept=True), _job("some", 1.0)]:
        jobs.put(job)
    assert [jobs.take().signature for _ in range(4)] == ["kept", "much", "some", "little"]


def test_what_costs_time_while_it_waits_moves_on():
    jobs = Jobs()
    late, early = _job("late", 0.1), _job("early", 0.2)
    jobs.put(late)
    jobs.put(early)
    late.segment.policy.time_pending("late", 5.0)
    assert jobs.take() is late


def test_equal_ones_keep_their_order_and_what_is_forgotten_is_given_back():
    jobs = Jobs()
    for name in "abc":
        jobs.put(_job(name))
    assert jobs.take().signature == "a" and [job.signature for job in jobs.clear()] == ["b", "c"]


def test_whoever_waits_is_told_that_there_is_no_more():
    jobs, found = Jobs(), []
    thread = threading.Thread(target=lambda: found.append(jobs.take()))
    thread.start()
    jobs.end()
    thread.join(10)
    assert found == [None]
