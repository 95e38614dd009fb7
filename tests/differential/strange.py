"""Gives operations of the table strange numbers and tells what differs. By hand: in much of it TensorFlow differs from itself.

    PENSTOCK_115_PYTHON=PYTHON timeout 300 python -m tests.differential.strange [KIND ...] [--gradients] [--seed N]

A line says whether the tiers differ from each other (there "TensorFlow" is the compiled one), or the interpreted one from 1.15.
"""

import argparse
import dataclasses
import os
import sys
import zlib

import numpy as np

from tests.differential import harness as h
from tests.differential import test_operations as operations
from tests.differential.table import generate
from tests.differential.values import COMPLEX
from tests.peer import Peer, PeerError

WIDE = ("float32", "float64", *COMPLEX)
STRANGE = {
    "nan": (np.nan,),
    "infinite": (np.inf, -np.inf),
    "zero": (0.0, -0.0),
    "negative": (-0.5, -3.0, -7.25),
    "huge": (1e30, -1e30, 1e38),
    "tiny": (1e-30, -1e-30, 1e-38),
}


def spoiled(value, numbers, random):
    """A value whose arrays of floats have some of the numbers in a quarter of their places."""
    if isinstance(value, list):
        return [spoiled(v, numbers, random) for v in value]
    if isinstance(value, tuple):  # a variable
        return (value[0], spoiled(value[1], numbers, random))
    if value.dtype.name not in WIDE or not value.size:
        return value
    places = random.choice(value.size, max(1, value.size // 4), replace=False)
    made = value.copy().reshape(-1)
    made[places] = random.choice(numbers, len(places))
    return made.reshape(value.shape)


def cases_of(kind, seed):
    """(which numbers, case) for each kind of number, made of cases that do not fail."""
    random = np.random.RandomState(seed * 1000 + zlib.crc32(kind.encode()) % 1000)
    found = [c for c in generate(kind) if not c.fails and any(a.dtype.name in WIDE for a in c.arrays())]
    for which, numbers in STRANGE.items() if found else ():
        case = found[random.randint(len(found))]
        fixed = h._constants(case)
        inputs = {n: v if n in fixed else spoiled(v, numbers, random) for n, v in case.inputs.items()}
        yield which, dataclasses.replace(case, inputs=inputs)


def differences(kind, peer, seed, gradients):
    """What differs, in words."""
    which, cases = zip(*cases_of(kind, seed), strict=True)
    ours, compiled = (h.our_answers(list(cases), True, tier, gradients) for tier in h.TIERS)
    try:
        theirs = h.peer_answers(peer, list(cases), True, gradients) if peer else [None] * len(cases)
    except PeerError as error:
        print(f"{kind}: {error.kind}", flush=True)
        theirs = [None] * len(cases)
    for numbers, case, mine, other, answer in zip(which, cases, ours, compiled, theirs, strict=True):
        told = {"tiers": h.difference(mine, other, case, gradients)}
        if answer is not None and not h.no_kernel(answer):
            told["1.15"] = h.difference(mine, answer, case, gradients)
        yield from (f"{kind}, {numbers}, {what}: {case}: {text}" for what, text in told.items() if text)


def main():
    """Goes through the operations that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    python = os.environ.get("PENSTOCK_115_PYTHON")
    peer = Peer(python, timeout=60.0) if python else None
    known = operations.GRADIENTS if options.gradients else sorted(operations.GENERATORS)
    for kind in options.kinds or known:
        if any(cases_of(kind, options.seed)):
            for told in differences(kind, peer, options.seed, options.gradients):
                print(told[:1000], flush=True)


if __name__ == "__main__":
    sys.exit(main())
