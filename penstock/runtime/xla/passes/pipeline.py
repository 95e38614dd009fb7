"""The compiler's passes, in their order: each takes a traced program and gives one that computes the same faster.

A pass that finds nothing to do returns the program itself. `PENSTOCK_PASSES=-fusion,-elementwise` switches passes off, by name;
what each is worth is measured by `benchmarks/passes.py` and written down at the head of its module.
"""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from jax.extend.core import ClosedJaxpr

from penstock.runtime.xla.passes import elementwise, fusion, invariants, loops

_log = logging.getLogger("penstock")


class Pass(NamedTuple):
    """A pass: what it is called, and the function of a program and of the aliases that donation allows.

    These say for the number of a result which argument's memory it may take.
    """

    name: str
    rewrite: Callable[[ClosedJaxpr, Mapping[int, int]], ClosedJaxpr]


# Loops first: what is fused may stand behind one. Kernels before elementwise loops: a convolution takes its bias along.
PASSES = (
    Pass("loops", loops.rewrite),
    Pass("invariants", invariants.rewrite),
    Pass("fusion", fusion.rewrite),
    Pass("elementwise", elementwise.rewrite),
)


def run(program: ClosedJaxpr, aliases: Mapping[int, int]) -> ClosedJaxpr:
    """The program after all passes that are on.

    Args:
      program: as it was traced.
      aliases: for the numbers of results, those of the arguments whose memory they may take (donation).
    """
    off = switched_off(os.environ.get("PENSTOCK_PASSES", ""))
    for one in PASSES:
        if one.name not in off:
            program = one.rewrite(program, aliases)
    return program


@functools.cache
def switched_off(setting: str) -> frozenset[str]:
    """The passes that a value of `PENSTOCK_PASSES` switches off; a word that is no "-name" of a pass is told of, and ignored.

    >>> sorted(switched_off("-fusion,-loops"))
    ['fusion', 'loops']
    """
    names = {one.name for one in PASSES}
    words = [word.strip() for word in setting.split(",") if word.strip()]
    unknown = [word for word in words if word[:1] != "-" or word[1:] not in names]
    if unknown:
        known = ", ".join(f"-{one.name}" for one in PASSES)
        _log.warning("PENSTOCK_PASSES: %s is not known; it is a list of %s", ", ".join(unknown), known)
    return frozenset(word[1:] for word in words if word not in unknown)
