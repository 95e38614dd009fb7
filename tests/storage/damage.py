"""Damaged copies of a file: cut off, with bits flipped, with hostile numbers, with garbage in it."""

import random
import resource
import struct

from penstock.runtime.xla import background

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


def mutated(message, count: int, seed: int = 0):
    """Yield `count` versions of a message that parse, each with one field somewhere in it changed or removed."""
    rng = random.Random(seed)
    for _ in range(count):
        copy = type(message)()
        copy.CopyFrom(message)
        places = list(_fields(copy))
        owner, field, value = rng.choice(places)
        if rng.random() < 0.3:
            owner.ClearField(field.name)
        elif _is_repeated(field):
            _change_repeated(rng, owner, field, value)
        else:
            setattr(owner, field.name, _other(rng, field, value))
        yield copy


def _is_repeated(field) -> bool:
    return getattr(field, "is_repeated", None) is True or getattr(field, "label", None) == field.LABEL_REPEATED


def _fields(message):
    """All fields that are set: of the message, and of those in it."""
    for field, value in message.ListFields():
        if field.message_type is None:
            yield message, field, value
        elif field.message_type.GetOptions().map_entry:
            yield message, field, value
            for key in list(value):
                if hasattr(value[key], "ListFields"):
                    yield from _fields(value[key])
        elif _is_repeated(field):
            yield message, field, value
            for item in value:
                yield from _fields(item)
        else:
            yield from _fields(value)


def _other(rng, field, value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return rng.choice(["", value + "x", value[:-1], "^" + value, value + ":9", "/etc/passwd", "loc:@" + value])
    if isinstance(value, bytes):
        return rng.choice([b"", value + b"x", value[:-1], b"\xff" * 9, rng.randbytes(20)])
    if isinstance(value, float):
        return rng.choice([-1.0, float("nan"), 1e30])
    return rng.choice([0, 1, 100, 2**30] if field.enum_type is None else [0, 1, 7, 20])


def _change_repeated(rng, owner, field, value):
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        del value[rng.choice(sorted(value))]
    elif rng.random() < 0.5 or field.message_type is not None:
        del value[rng.randrange(len(value))]
    else:
        at = rng.randrange(len(value))
        value[at] = _other(rng, field, value[at])


def peak_megabytes() -> float:
    """The most memory that this process has had so far."""
    background.wait()  # what another test has left to compile is not this one's
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
