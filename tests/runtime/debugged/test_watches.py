"""`RunOptions.debug_options`, taken apart."""

import penstock as tf
from penstock import debug
from penstock.runtime.debugged.watches import Watches


def test_watches_of_one_tensor_are_joined():
    options = tf.RunOptions()
    for debug_op, url in (
        ("DebugIdentity", "file:///a"),
        ("DebugNanCount", "file:///b"),
        ("DebugIdentity", "file:///b"),
    ):
        debug.add_debug_tensor_watch(options, "x", 0, debug_op, url)
    found = Watches(options.debug_options).of("x", 0, tf.float32)
    assert [op.name for op in found.debug_ops] == ["DebugIdentity", "DebugNanCount"]
    assert found.urls == ("file:///a", "file:///b")


def test_a_watch_of_one_output_is_none_of_another():
    options = tf.RunOptions()
    debug.add_debug_tensor_watch(options, "x", 1, debug_urls="file:///a")
    debug.add_debug_tensor_watch(options, "all", -1, debug_urls="file:///a")
    watches = Watches(options.debug_options)
    assert watches.of("x", 0, tf.float32) is None
    assert watches.of("all", 3, tf.float32).urls == ("file:///a",)


def test_attributes_are_read():
    options = tf.RunOptions()
    debug.add_debug_tensor_watch(
        options, "x", 0, "DebugNumericSummary(lower_bound=-1.5;mute_if_healthy=TRUE)", "grpc://localhost:1"
    )
    (op,) = Watches(options.debug_options).of("x", 0, tf.float32).debug_ops
    assert (op.lower_bound, op.mute_if_healthy, op.upper_bound) == (-1.5, True, float("inf"))
