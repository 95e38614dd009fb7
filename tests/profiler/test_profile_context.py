"""`tf.contrib.tfprof.ProfileContext`: which runs are traced, shown and written, as on 1.15.5."""

from tests.contrib.both_sides import compare

PROGRAM = """
import os, tempfile
options = tf.profiler.ProfileOptionBuilder(tf.profiler.ProfileOptionBuilder.time_and_memory()).with_empty_output().build()
result = []
y = tf.matmul(tf.ones([4, 4]), tf.ones([4, 4]), name="y")
z = tf.add(y, 1., name="z")
for trace, dump in (([2, 4], [3]), (None, None), ([], [])):
    folder = os.path.join(tempfile.mkdtemp(), "new")
    with tf.contrib.tfprof.ProfileContext(folder, trace, dump) as context:
        context.add_auto_profiling("op", options, [4])
        context.add_auto_profiling("scope", options, [2, 4])
        again = refusal(lambda: tf.contrib.tfprof.ProfileContext(folder).__enter__())
        with tf.Session() as sess:
            for step in range(20):
                if step == 6:
                    context.trace_next_step()
                    context.dump_next_step()
                sess.run(y if step % 2 else [y, z])
    result.append([
        context._step, context._traced_steps, sorted(context._fetched), sorted(os.listdir(folder)), again,
        sorted(context.get_profiles("op")), sorted(context.get_profiles("scope")),
        type(context.get_profiles("op")[4]).__name__, refusal(lambda: context.get_profiles("code")),
    ])
with tf.contrib.tfprof.ProfileContext("", enabled=False) as context:
    result.append([context.profiler, sess.graph is y.graph])
result.append(refusal(lambda: tf.contrib.tfprof.ProfileContext("")))
result.append(refusal(lambda: tf.contrib.tfprof.ProfileContext("x", list(range(101)))))
"""


def test_the_same_runs_are_traced_shown_and_written(peer_1_15):
    ours = compare(peer_1_15, PROGRAM)
    assert ours[0][3] == ["profile_3", "profile_6"] and ours[0][6] == [2, 4]
