"""StateLock: who may use the variables of a session at the same time.

Runs that only read go side by side. A run that writes is alone, because an XLA program overwrites the buffers of the
variables that it updates. A leaf module.
"""

from __future__ import annotations

import threading


class _Reading:
    __slots__ = ("_lock",)

    def __init__(self, lock: StateLock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        lock = self._lock
        me = threading.get_ident()
        with lock._mutex:
            # Whoever is inside already must not wait for a writer that waits for him.
            if lock._owner != me and me not in lock._readers:
                while lock._owner is not None or lock._waiting:
                    lock._held_up += 1
                    lock._changed.wait()
                    lock._held_up -= 1
            lock._readers[me] = lock._readers.get(me, 0) + 1

    def __exit__(self, *unused: object) -> None:
        lock = self._lock
        me = threading.get_ident()
        with lock._mutex:
            left = lock._readers[me] - 1
            if left:
                lock._readers[me] = left
            else:
                del lock._readers[me]
                if lock._waiting:
                    lock._changed.notify_all()


class _Writing:
    __slots__ = ("_lock",)

    def __init__(self, lock: StateLock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        lock = self._lock
        me = threading.get_ident()
        with lock._mutex:
            if lock._owner is None and not lock._readers:
                lock._owner = me
            elif lock._owner != me:
                lock._waiting += 1
                try:
                    # Two runs that read and then, inside of a Python function, write would wait for each other; the
                    # readers among them count for nothing once they wait here.
                    lock._upgrading += me in lock._readers
                    while lock._owner is not None or len(lock._readers) > lock._upgrading:
                        lock._changed.wait()
                except BaseException:  # an interrupt: nobody must go on waiting for this one
                    lock._changed.notify_all()
                    raise
                finally:
                    lock._waiting -= 1
                    lock._upgrading -= me in lock._readers
                lock._owner = me
            lock._depth += 1

    def __exit__(self, *unused: object) -> None:
        lock = self._lock
        with lock._mutex:
            lock._depth -= 1
            if not lock._depth:
                lock._owner = None
                if lock._waiting or lock._held_up:
                    lock._changed.notify_all()


class StateLock:
    """`with lock.reading:` and `with lock.writing:`; both may be nested in the thread that holds them."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()  # entered directly: a Condition's own methods are Python code
        self._changed = threading.Condition(self._mutex)
        self._readers: dict[int, int] = {}  # thread → depth
        self._owner: int | None = None
        self._depth = 0
        self._waiting = 0  # writers
        self._held_up = 0  # readers
        self._upgrading = 0
        self.reading = _Reading(self)
        self.writing = _Writing(self)
