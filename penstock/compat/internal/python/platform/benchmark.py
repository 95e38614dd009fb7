"""Programs that run tests or, if told to, benchmarks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.testing import benchmark

__all__ = ["GLOBAL_BENCHMARK_REGISTRY", "benchmarks_main"]

GLOBAL_BENCHMARK_REGISTRY = benchmark._classes  # the classes of benchmarks that were made


def benchmarks_main(true_main: Callable[[], Any], argv: list[str] | None = None) -> None:
    """Runs the benchmarks that `--benchmarks=pattern` names, or else the program itself.

    Args:
      true_main: the program.
      argv: its arguments; those of the process if None.
    """
    arguments = sys.argv if argv is None else argv
    found = [one for one in arguments if one.startswith(("--benchmarks=", "-benchmarks="))]
    if not found:
        true_main()
        return
    arguments.remove(found[0])
    pattern = found[0].partition("=")[2]
    find("app.run")(lambda unused: benchmark.run_matching(pattern), argv=arguments)
