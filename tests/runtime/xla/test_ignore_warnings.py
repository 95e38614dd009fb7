"""A program is made quietly, without a word of JAX or NumPy, and nobody else's warnings are lost meanwhile."""

import threading
import warnings

import numpy as np
import pytest

import penstock as tf
from penstock.graph.registry import op
from penstock.runtime.xla import ignore_warnings
from penstock.runtime.xla.ignore_warnings import ignoring_warnings


def test_the_warnings_of_a_quiet_thread_are_ignored_and_those_of_others_are_not():
    silent, said = threading.Event(), threading.Event()

    def work():
        with ignoring_warnings():
            silent.set()
            said.wait(60)
            warnings.warn("of the compiler", stacklevel=1)

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        thread = threading.Thread(target=work)
        thread.start()
        assert silent.wait(60)
        warnings.warn("of the user", stacklevel=1)
        said.set()
        thread.join()
        warnings.warn("after it", stacklevel=1)
    assert [str(w.message) for w in seen] == ["of the user", "after it"]


def test_silence_inside_of_silence_ends_with_the_outer_one():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with ignoring_warnings():
            with ignoring_warnings():
                warnings.warn("inner", stacklevel=1)
            warnings.warn("outer", stacklevel=1)
        warnings.warn("after", stacklevel=1)
    assert [str(w.message) for w in seen] == ["after"]


def test_a_block_that_is_left_after_the_silence_leaves_no_silence_behind():
    block = warnings.catch_warnings()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with ignoring_warnings():
            block.__enter__()  # by the user, while the compiler works
        block.__exit__(None, None, None)
        warnings.warn("of the user", stacklevel=1)
    assert [str(w.message) for w in seen] == ["of the user"]


@op(
    "TestWarns",
    sig={"attrs": {}, "inputs": [{"name": "x", "type": "float"}], "outputs": [{"name": "y", "type": "float"}]},
)
def _warns(xp, x):
    if xp is not np:
        warnings.warn("while a program is traced", stacklevel=1)
    return x + 1


def test_tracing_is_quiet_and_changes_no_filter(tier):
    from penstock.graph import build

    x = tf.placeholder(tf.float32, [2])
    y = build.apply("TestWarns", x=x)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        before = [
            f for f in warnings.filters if f is not ignore_warnings._FILTER
        ]  # an earlier test may have been quiet
        with tf.Session(config=tier()) as sess:
            assert sess.run(y, {x: [1.0, 2.0]}).tolist() == [2.0, 3.0]
        assert [f for f in warnings.filters if f is not ignore_warnings._FILTER] == before
    with pytest.warns(UserWarning, match="of the user"):
        warnings.warn("of the user", stacklevel=1)
