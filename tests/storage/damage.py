"""Damaged copies of a file: cut off, with bits flipped, with hostile numbers, with garbage in it."""

import random
import resource
import struct

HOSTILE = [struct.pack("<Q", n) for n in (2**63, 2**64 - 1, 2**40, 2**31, 0)]


def damaged(data: bytes, count: int, seed: int = 0):
    """Yield `count` different damaged versions of `data`, always the same ones."""
    rng = random.Random(seed)
    for i in range(count):
        kind, at = i % 5, rng.randrange(len(data))
        if kind == 0:
            yield data[:at]
        elif kind == 1:
            yield data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
        elif kind == 2:
            hostile = rng.choice(HOSTILE)
            yield data[:at] + hostile + data[at + len(hostile) :]
        elif kind == 3:
            yield data[:at] + rng.randbytes(rng.randrange(1, 40)) + data[at:]
        else:
            yield data[:at] + data[min(len(data), at + rng.randrange(1, 60)) :]


def peak_megabytes() -> float:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
