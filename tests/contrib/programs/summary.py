"""Programs of tf.contrib.summary; what TensorFlow writes for them is in `recorded/summary.json`."""

from textwrap import dedent

_SETUP = """
import glob, tempfile
S = tf.contrib.summary
folder = tempfile.mkdtemp()
def told(value):
    kind = value.WhichOneof("value")
    if kind == "simple_value":
        content = np.float32(value.simple_value)
    elif kind == "histo":
        content = [value.histo.min, value.histo.max, value.histo.num, value.histo.sum, list(value.histo.bucket)]
    elif kind == "tensor":
        content = [tf.contrib.util.make_ndarray(value.tensor), value.metadata.plugin_data.plugin_name]
    elif kind == "image":
        content = [value.image.height, value.image.width, value.image.colorspace]
    else:
        content = [value.audio.sample_rate, value.audio.num_channels, value.audio.length_frames, value.audio.content_type]
    return [value.tag, kind, content]
def events():
    found = []
    for path in sorted(glob.glob(folder + "/events*")):
        assert path.endswith(".v2"), path
        for event in tf.train.summary_iterator(path):
            found.append([event.step, event.WhichOneof("what")] + [told(v) for v in event.summary.value])
    return found
"""
_PROGRAMS = {
    "no writer": """
        with S.always_record_summaries():
            result = [S.scalar("x", 1.0, step=1).type, S.flush().type, S.eval_dir("m"), S.eval_dir("m", "n")]
        """,
    "all kinds": """
        step = tf.train.get_or_create_global_step()
        with S.create_file_writer(folder).as_default(), S.always_record_summaries():
            S.scalar("loss", 0.5)
            with tf.name_scope("inner"):
                S.scalar("loss", tf.constant(3, tf.int32), family="f", step=7)
                S.histogram("h", [1.0, 2.0, 2.5])
            S.image("i", tf.ones([4, 2, 3, 3]))
            S.audio("a", tf.zeros([2, 10, 1]), 100.0, 2)
            S.generic("g", tf.constant([1, 2]), step=tf.constant(9, tf.int64))
        with tf.Session() as session:
            session.run([tf.global_variables_initializer(), S.summary_writer_initializer_op()])
            for op in S.all_summary_ops():
                assert session.run(op)
            session.run(S.flush(tf.contrib.summary.create_file_writer(folder)))
        result = [events(), len(S.all_summary_ops())]
        """,
    "every n steps": """
        step = tf.train.get_or_create_global_step()
        writer = S.create_file_writer(folder)
        writer.set_as_default()
        with S.record_summaries_every_n_global_steps(3), tf.name_scope("n"):
            S.scalar("x", tf.cast(step, tf.float32) * 2.0)
        with S.never_record_summaries():
            S.scalar("never", 1.0)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            S.initialize()
            told_true = []
            for _ in range(7):
                told_true.append([bool(v) for v in session.run(S.all_summary_ops())])
                session.run(tf.assign_add(step, 1))
            session.run(writer.close())
        S.create_file_writer(None).set_as_default()
        result = [events(), told_true]
        """,
    "graphs": """
        with S.create_file_writer(folder).as_default(), tf.Session() as session:
            S.initialize(graph=tf.get_default_graph())
            session.run(S.flush())
        result = events()
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
