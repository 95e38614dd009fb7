"""Memory of large messages: lent, never to two at the same time, and used again."""

import threading

import numpy as np
import pytest

from penstock.distributed.buffers import Buffers

MB = 1 << 20


def address(view):
    return np.frombuffer(view, np.uint8).ctypes.data


@pytest.mark.parametrize("size", [0, 5, 100_000, MB, 3 * MB + 1])
def test_a_buffer_has_the_size_and_is_aligned(size):
    view = Buffers().take(size)
    assert view.nbytes == size and view.format == "B" and not view.readonly
    assert size < 100_000 or address(view) % 64 == 0


def test_a_block_is_used_again_when_the_last_array_on_it_is_gone():
    buffers = Buffers()
    view = buffers.take(2 * MB)
    where = address(view)
    array = np.frombuffer(view.toreadonly(), np.float32, 10, 64).reshape(2, 5)[1:]
    del view
    assert buffers.kept == 0 and address(buffers.take(2 * MB)) != where
    del array
    assert buffers.kept == 4 * MB
    small = [buffers.take(2 * MB - 100), buffers.take(2 * MB)]
    assert where in map(address, small) and buffers.kept == 0


def test_a_small_message_does_not_take_a_large_block():
    buffers = Buffers()
    del_me = buffers.take(64 * MB)
    del del_me
    view = buffers.take(2 * MB)
    assert view.nbytes == 2 * MB and buffers.kept == 64 * MB


def test_no_more_is_kept_than_allowed():
    buffers = Buffers(most=5 * MB)
    views = [buffers.take(2 * MB) for _ in range(4)]
    views.clear()
    assert buffers.kept == 4 * MB


def test_threads_never_share_a_block():
    buffers, failed = Buffers(), []

    def work(number):
        for _ in range(200):
            array = np.frombuffer(buffers.take(MB), np.uint8)
            array[:: 1 << 12] = number
            if not (array[:: 1 << 12] == number).all():
                failed.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed and buffers.kept <= 8 * MB  # each takes one before it has dropped the last
