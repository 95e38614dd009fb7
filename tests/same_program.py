"""Running the same source under Penstock and under the peer, so that a test is one program and a comparison."""

import textwrap

import numpy as np

import penstock as tf

TIERS = {"numpy": -1, "xla": 1}


def run_here(source, tier="numpy", **arrays):
    """Run `source` as `Peer.run` does, with Penstock as `tf`, and return the dictionary `result` that it sets.

    The source makes its sessions by `tf.Session(config=CONFIG)`; the peer gets `CONFIG=None`.
    """
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = TIERS[tier]
    scope = {"__name__": "__here__", "tf": tf, "np": np, "CONFIG": config, **arrays}
    with tf.Graph().as_default():
        exec(compile(textwrap.dedent(source), "<here>", "exec"), scope)
    return scope["result"]
