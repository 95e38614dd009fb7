"""Programs by chance give the same numbers interpreted, compiled, and in TensorFlow: what no single test thought of combining."""

from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from tests.runtime import random_programs

SOURCE = Path(random_programs.__file__).read_text()
TIERS = {"interpreted": -1, "compiled": 1}


@pytest.mark.slow
@pytest.mark.parametrize("seed, large", [(s, False) for s in range(24)] + [(s, True) for s in range(1000, 1008)])
def test_a_random_program_gives_the_same_in_both_tiers_and_in_tensorflow(seed, large, peer, monkeypatch):
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    call = f"\nfound = run(tf, {seed}, None, {large})\nresult = {{k: found[k] for k in ('fetched', 'variables')}}"
    theirs = values(peer.run(SOURCE + call))
    for tier, level in TIERS.items():
        config = tf.ConfigProto()
        config.graph_options.optimizer_options.global_jit_level = level
        with tf.Graph().as_default():
            found = random_programs.run(tf, seed, config, large)
        ours = values(found)
        assert len(ours) == len(theirs)
        for place, (a, b) in enumerate(zip(ours, theirs)):
            size = max(1e-2, float(np.max(np.abs(b), initial=0.0)))
            message = f"{tier}, value {place} of {found['log']}"
            np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-4 * size, err_msg=message)


def values(found):
    """All arrays of a run, in order."""
    return [np.asarray(v) for step in found["fetched"] for v in step] + [np.asarray(v) for v in found["variables"]]
