"""Runs one program on one side and prints its measurements as a line of JSON. Started by `run.py` in a fresh process."""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import statistics
import sys
import time


def main() -> None:
    side, name = sys.argv[1], sys.argv[2]
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    start = time.perf_counter()
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        if importlib.util.find_spec("tf_keras") is not None:  # where `tf.layers` is since Keras 3
            os.environ["TF_USE_LEGACY_KERAS"] = "1"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
    else:
        import penstock as tf
    imported = time.perf_counter() - start
    import numpy as np
    import programs

    start = time.perf_counter()
    program = programs.PROGRAMS[name][0](tf, np)
    built = time.perf_counter() - start
    start = time.perf_counter()
    program.step()
    first = time.perf_counter() - start
    early = np.asarray(program.result()).astype(np.float64).ravel().tolist()[:10]
    # Long enough for Penstock to find out what is worth compiling; the same number on both sides, for the result.
    for _ in range(program.warm):
        program.step()
    waited = 0.0
    if side == "penstock":
        from penstock.runtime.xla import background

        start = time.perf_counter()
        background.wait()
        waited = time.perf_counter() - start
    for _ in range(15):
        program.step()
    result = np.asarray(program.result()).astype(np.float64).ravel().tolist()[:10]
    times = []
    for _ in range(program.repeats):
        start = time.perf_counter()
        for _ in range(program.steps):
            program.step()
        times.append((time.perf_counter() - start) / program.steps)
    print(
        json.dumps(
            {
                "import": imported,
                "build": built,
                "first": first,
                "waited": waited,
                "median": statistics.median(times),
                "best": min(times),
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                "early": early,
                "result": result,
            }
        )
    )


if __name__ == "__main__":
    main()
