"""Runs that read the variables go side by side; a run that writes is alone."""

import threading

from penstock.runtime.state.locks import StateLock


def test_two_readers_hold_the_lock_at_the_same_time():
    lock, both = StateLock(), threading.Barrier(2)

    def read():
        with lock.reading:
            both.wait(timeout=10)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
    assert not both.broken


def test_a_writer_waits_for_readers_and_readers_for_a_writer():
    lock, order, inside = StateLock(), [], threading.Event()

    def write():
        inside.set()
        with lock.writing:
            order.append("written")

    with lock.reading:
        writer = threading.Thread(target=write)
        writer.start()
        inside.wait(timeout=10)
        order.append("read")
    writer.join(timeout=10)
    assert order == ["read", "written"]


def test_both_may_be_nested_in_one_thread():
    lock = StateLock()
    with lock.writing, lock.writing, lock.reading:
        pass
    with lock.reading, lock.reading:
        pass
    with lock.writing:  # free again
        pass
