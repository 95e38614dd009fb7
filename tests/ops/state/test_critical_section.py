"""CriticalSection (MutexV2, MutexLock, ConsumeMutexLock): executions in one run come one after the other, and none runs that
was not asked for.
"""

from __future__ import annotations

import threading

import pytest

import penstock as tf


@pytest.fixture(params=[-1, 1], ids=["interpreted", "compiled"])
def sess(request):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = request.param
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


def counter(sess, **options):
    variable = tf.get_variable("v", initializer=0.0, use_resource=True)
    sess.run(variable.initializer)

    def count(by=1.0):
        before = variable.read_value()
        with tf.control_dependencies([before]):
            with tf.control_dependencies([variable.assign(before + by)]):
                return tf.identity(before)

    return variable, count


def test_each_execution_sees_what_the_others_left(sess):
    v, count = counter(sess)
    section = tf.CriticalSection()
    a, b, c = section.execute(count), section.execute(lambda: count(10.0)), section.execute(count)
    assert sess.run([a, b, c]) == [0.0, 1.0, 11.0]
    assert sess.run(v) == 12.0


def test_an_execution_that_nobody_fetches_does_not_run(sess):
    v, count = counter(sess)
    section = tf.CriticalSection()
    section.execute(lambda: count(100.0))
    b = section.execute(count)
    assert sess.run(b) == 0.0
    assert sess.run(v) == 1.0


def test_sections_of_one_name_are_one(sess):
    _, count = counter(sess)
    a = tf.CriticalSection(shared_name="s").execute(count)
    b = tf.CriticalSection(shared_name="s").execute(count)
    assert sorted(sess.run([a, b])) == [0.0, 1.0]


def test_threads_lose_no_count(sess):
    v, count = counter(sess)
    step = tf.CriticalSection().execute(count)
    threads = [threading.Thread(target=lambda: [sess.run(step) for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sess.run(v) == 200.0


def test_structures_are_kept_and_arguments_computed_before(sess):
    x = tf.placeholder(tf.float32, [])
    outside = x * 2
    result = tf.CriticalSection().execute(lambda: {"a": outside + 1, "b": (x, [outside])})
    assert sess.run(result, {x: 3.0}) == {"a": 7.0, "b": (3.0, [6.0])}


def test_what_would_lock_forever_is_refused(sess):
    _, count = counter(sess)
    section = tf.CriticalSection()
    with pytest.raises(ValueError, match="attempts to directly access the CriticalSection"):
        section.execute(lambda: section.execute(count))


def test_two_sections_may_share_a_resource_only_if_both_say_so(sess):
    _, count = counter(sess)
    tf.CriticalSection(name="one").execute(count, exclusive_resource_access=False)
    tf.CriticalSection(name="two").execute(count, exclusive_resource_access=False)
    with pytest.raises(ValueError, match="requested exclusive resource access"):
        tf.CriticalSection(name="three").execute(count)
