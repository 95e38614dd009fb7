"""Numbers of requests and steps: random, so that those of different processes do not meet."""

from __future__ import annotations

import random

_random = random.SystemRandom()


def new_request_id() -> int:
    """A number that no other request has."""
    return _random.getrandbits(63) or 1


def new_step_id() -> int:
    """A number that no other step has, of a range that 1.15 has for steps without collective operations."""
    return _random.getrandbits(56) | 1 << 56
