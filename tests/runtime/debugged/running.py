"""Runs that watch everything."""

import penstock as tf
from penstock import debug


def watched(fetches, feeds=None, sess=None, **more):
    """The result of a run of which every tensor is watched."""
    options = tf.RunOptions()
    debug.watch_graph(options, tf.get_default_graph(), **more)
    return (sess or tf.Session()).run(fetches, feeds, options=options)
