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
