"""What was made of a request is found again under its key, by a request for the same."""

import penstock as tf
from penstock.runtime.xla import cache, request
from penstock.runtime.xla.product import Refusal


def test_what_was_kept_is_found_by_an_equal_request(monkeypatch, tmp_path):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    programs = cache.Programs(tmp_path)
    seen, kept = [], request.Request.kept
    monkeypatch.setattr(request.Request, "kept", lambda self: seen.append(self))

    def run():
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [3])
            sess.run(x * 2.0 + 1.0, {x: [1.0, 2.0, 3.0]})

    run()
    run()
    monkeypatch.setattr(cache, "programs", lambda: programs)
    first, second = seen
    assert first.key == second.key and kept(first) is None
    first.keep(Refusal("it shall not be"))
    assert kept(second).reason == "it shall not be"
    second.refuse(kept(second))
    assert second.segment.policy.state_of(second.signature).name == "FAILED"


def test_a_value_that_must_be_known_is_one_for_inputs_of_other_shapes_too(monkeypatch, tmp_path):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    programs = cache.Programs(tmp_path)
    seen, kept = [], request.Request.kept
    monkeypatch.setattr(request.Request, "kept", lambda self: seen.append(self))

    def run(size, factor=2.0):
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [None])
            sess.run(x * factor + 1.0, {x: [1.0] * size})
        return seen.pop()

    first, other_shape, another = run(3), run(4), run(4, 3.0)
    monkeypatch.setattr(cache, "programs", lambda: programs)
    first.keep(Refusal("a value is missing", ((0, 1), 0)))
    assert kept(first).needs and kept(other_shape).needs and kept(another) is None
    other_shape.keep(Refusal("only for this one"))
    assert kept(other_shape).reason == "only for this one" and kept(first).needs
