"""`FileWriter`: event files, their thread, and their readers: TensorBoard and real TensorFlow."""

import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from penstock.storage import events
from tests.subprocesses import python


def scalar(tag, value):
    return tf.Summary(value=[tf.Summary.Value(tag=tag, simple_value=value)])


def files(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def read(folder):
    return [e for path in files(folder) for e in tf.train.summary_iterator(path)]


def kinds(folder):
    return [e.WhichOneof("what") for e in read(folder)]


@pytest.fixture
def logdir(tmp_path):
    return str(tmp_path / "a" / "log")  # made by the writer


def test_events_come_in_order_with_step_and_time(logdir):
    before = time.time()
    with tf.summary.FileWriter(logdir) as writer:
        assert writer.get_logdir() == logdir
        for i in range(100):
            writer.add_summary(scalar("loss", i), i)
    found = read(logdir)
    assert found[0].file_version == "brain.Event:2"
    assert [e.step for e in found[1:]] == list(range(100))
    assert [e.summary.value[0].simple_value for e in found[1:]] == list(range(100))
    assert all(before - 1 <= e.wall_time <= time.time() for e in found)


def test_the_file_has_the_name_that_tensorboard_looks_for(logdir):
    with tf.summary.FileWriter(logdir, filename_suffix=".mine") as writer:
        writer.add_summary(scalar("a", 1))
    (name,) = os.listdir(logdir)
    assert name.startswith("events.out.tfevents.1") and name.endswith(".mine")
    assert len(name.split(".")[3]) == 10


def test_every_kind_of_event_is_written(logdir):
    with tf.Graph().as_default() as graph:
        tf.constant(1, name="c")
    with tf.summary.FileWriter(logdir, graph) as writer:
        writer.add_summary(scalar("a", 1).SerializeToString(), np.int64(3))
        writer.add_session_log(tf.SessionLog(status=tf.SessionLog.CHECKPOINT, checkpoint_path="p"), 4)
        writer.add_run_metadata(tf.RunMetadata(), "run", 5)
        writer.add_meta_graph(tf.MetaGraphDef(), 6)
        writer.add_event(tf.Event(step=7, wall_time=1.5, summary=scalar("b", 2)))
        writer.add_graph(graph, 8)
    assert kinds(logdir) == [
        "file_version", "graph_def", "meta_graph_def", "summary", "session_log", "tagged_run_metadata",
        "meta_graph_def", "summary", "graph_def",
    ]  # fmt: skip
    found = read(logdir)
    assert [e.step for e in found] == [0, 0, 0, 3, 4, 5, 6, 7, 8]
    assert found[7].wall_time == 1.5
    node = tf.GraphDef.FromString(found[1].graph_def).node[0]
    assert node.name == "c" and "_output_shapes" in node.attr
    assert tf.MetaGraphDef.FromString(found[2].meta_graph_def).graph_def.node[0].name == "c"


def test_a_graph_def_may_stand_for_a_graph(logdir):
    with tf.Graph().as_default() as graph:
        tf.constant(1, name="c")
    with tf.summary.FileWriter(logdir, graph_def=graph.as_graph_def()):
        pass
    assert kinds(logdir) == ["file_version", "graph_def", "meta_graph_def"]


def test_wrong_arguments_are_refused(logdir):
    with tf.summary.FileWriter(logdir) as writer:
        with pytest.raises(ValueError, match="only graph, or graph_def"):
            writer.add_graph(tf.Graph(), graph_def=tf.GraphDef())
        with pytest.raises(TypeError, match="must be an instance of `Graph`"):
            writer.add_graph("graph")
        with pytest.raises(TypeError, match="must be type MetaGraphDef"):
            writer.add_meta_graph(tf.GraphDef())
        writer.add_run_metadata(tf.RunMetadata(), "tag")
        with pytest.raises(ValueError, match="already used"):
            writer.add_run_metadata(tf.RunMetadata(), "tag")


def test_metadata_is_written_once_per_tag_and_the_callers_summary_is_left_alone(logdir):
    summary = scalar("a", 1)
    summary.value[0].metadata.plugin_data.plugin_name = "p"
    with tf.summary.FileWriter(logdir) as writer:
        writer.add_summary(summary, 1)
        writer.add_summary(summary, 2)
    assert [e.summary.value[0].HasField("metadata") for e in read(logdir)[1:]] == [True, False]
    assert summary.value[0].HasField("metadata")


def test_what_was_flushed_is_in_the_file(logdir):
    writer = tf.summary.FileWriter(logdir)
    for i in range(50):
        writer.add_summary(scalar("a", i), i)
    writer.flush()
    assert len(read(logdir)) == 51
    writer.close()


def test_the_first_event_is_in_the_file_soon(logdir):
    writer = tf.summary.FileWriter(logdir, flush_secs=1000)
    writer.add_summary(scalar("a", 1), 1)
    deadline = time.time() + 60
    while time.time() < deadline and not (os.listdir(logdir) and len(read(logdir)) == 2):
        time.sleep(0.01)
    assert len(read(logdir)) == 2
    writer.close()


def test_a_closed_writer_warns_and_can_be_reopened_with_a_new_file(logdir):
    writer = tf.summary.FileWriter(logdir)
    writer.add_summary(scalar("a", 1), 1)
    writer.close()
    with pytest.warns(UserWarning, match="closed FileWriter"):
        writer.add_summary(scalar("a", 2), 2)
    writer.reopen()
    writer.add_summary(scalar("a", 3), 3)
    writer.close()
    writer.close()
    assert len(files(logdir)) == 2  # though both were made within one second
    assert [e.step for e in read(logdir)] == [0, 1, 0, 3]


def test_several_writers_share_a_directory(logdir):
    writers = [tf.summary.FileWriter(logdir) for _ in range(3)]
    for i, writer in enumerate(writers):
        writer.add_summary(scalar("a", i), i)
        writer.flush()
    for writer in writers:
        writer.close()
    assert len(files(logdir)) == 3
    assert sorted(e.step for e in read(logdir) if e.WhichOneof("what") == "summary") == [0, 1, 2]


def test_threads_may_share_a_writer(logdir):
    with tf.summary.FileWriter(logdir, max_queue=3) as writer:

        def work(i):
            for n in range(200):
                writer.add_summary(scalar(f"t{i}", n), n)
                if n % 50 == 0:
                    writer.flush()

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    by_tag = {}
    for e in read(logdir)[1:]:
        by_tag.setdefault(e.summary.value[0].tag, []).append(e.step)
    assert by_tag == {f"t{i}": list(range(200)) for i in range(4)}


def test_a_file_that_somebody_removed_is_followed_by_another(logdir):
    writer = tf.summary.FileWriter(logdir)
    writer.add_summary(scalar("a", 1), 1)
    writer.flush()
    os.remove(files(logdir)[0])
    writer.add_summary(scalar("a", 2), 2)
    writer.flush()
    writer.add_summary(scalar("a", 3), 3)
    writer.close()
    assert [e.step for e in read(logdir)] == [0, 3]


def test_a_folder_that_cannot_be_written_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(tf.errors.OpError):
        tf.summary.FileWriter(str(tmp_path / "file"))


def test_errors_of_the_thread_reach_the_program(logdir):
    writer = tf.summary.FileWriter(logdir)
    os.rmdir(logdir)
    with open(logdir, "w"):  # a file where the folder was
        writer.add_summary(scalar("a", 1), 1)
        with pytest.raises(tf.errors.FailedPreconditionError, match="Not a directory"):
            writer.flush()


def test_events_for_a_folder_that_somebody_removed_are_lost_as_in_1_15_and_the_log_says_so(logdir, caplog):
    """1.15.5 prints "Write failed because file could not be opened." for each event, and raises nothing."""
    writer = tf.summary.FileWriter(logdir)
    os.rmdir(logdir)
    writer.add_summary(scalar("a", 1), 1)
    writer.flush()
    writer.close()
    assert [r.getMessage()[:46] for r in caplog.records] == ["Write failed because file could not be opened:"]
    assert not os.path.exists(logdir)


def test_the_cache_has_one_writer_per_directory(tmp_path, monkeypatch):
    monkeypatch.setattr(tf.summary.FileWriterCache, "_cache", {})  # other tests' writers, whose folders may be gone
    one = tf.summary.FileWriterCache.get(str(tmp_path / "a"))
    assert tf.summary.FileWriterCache.get(str(tmp_path / "a")) is one
    assert tf.summary.FileWriterCache.get(str(tmp_path / "b")) is not one
    tf.summary.FileWriterCache.clear()
    assert tf.summary.FileWriterCache.get(str(tmp_path / "a")) is not one
    tf.summary.FileWriterCache.clear()


def test_a_writer_whose_folder_is_gone_does_not_keep_the_others_of_the_cache_open(tmp_path, monkeypatch):
    monkeypatch.setattr(tf.summary.FileWriterCache, "_cache", {})
    summary = tf.Summary(value=[tf.Summary.Value(tag="a", simple_value=1.0)])
    writers = [tf.summary.FileWriterCache.get(str(tmp_path / name)) for name in ("a", "gone", "b")]
    for writer in writers:
        writer.add_summary(summary, 1)

    def refuse():
        raise tf.errors.NotFoundError(None, None, "the folder is gone")

    close = writers[1].close
    monkeypatch.setattr(writers[1], "close", refuse)
    with pytest.raises(tf.errors.NotFoundError, match="gone"):
        tf.summary.FileWriterCache.clear()
    close()
    assert tf.summary.FileWriterCache._cache == {}
    for name in ("a", "b"):
        (file,) = (tmp_path / name).iterdir()
        assert [e.step for e in tf.train.summary_iterator(str(file)) if e.HasField("summary")] == [1]


def test_a_program_that_ends_without_closing_keeps_its_events(logdir):
    program = f"""
import penstock as tf
writer = tf.summary.FileWriter({logdir!r})
for i in range(30):
    writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="a", simple_value=i)]), i)
"""
    done = python("-c", program)
    assert done.returncode == 0, done.stderr
    assert len(read(logdir)) == 31


# -- readers -----------------------------------------------------------------------------------------------------------


def written_run(logdir):
    rng = np.random.RandomState(0)
    with tf.Session(graph=tf.Graph()) as sess:
        with tf.name_scope("layer"):
            x = tf.placeholder(tf.float32, [], name="x")
            tf.summary.scalar("loss", x)
        tf.summary.histogram("h", tf.constant(rng.randn(100)) * tf.cast(x, tf.float64))
        tf.summary.image("i", tf.constant(rng.rand(1, 4, 4, 3)), max_outputs=1)
        tf.summary.audio("a", tf.constant(rng.rand(1, 50).astype(np.float32)), 1000.0, max_outputs=1)
        tf.summary.text("t", tf.constant("some *words*"))
        merged = tf.summary.merge_all()
        with tf.summary.FileWriter(logdir, sess.graph) as writer:
            for step in range(5):
                writer.add_summary(sess.run(merged, {x: step + 0.5}), step)
            metadata = tf.RunMetadata()
            sess.run(merged, {x: 1.0}, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), metadata)
            writer.add_run_metadata(metadata, "step5", 5)


def test_tensorboard_reads_everything(logdir):
    written_run(logdir)
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    board = EventAccumulator(logdir)
    board.Reload()
    tags = board.Tags()
    assert tags["scalars"] == ["layer/loss"] and tags["histograms"] == tags["distributions"] == ["h"]
    assert tags["images"] == ["i/image"] and tags["audio"] == ["a/audio"] and tags["tensors"] == ["t"]
    assert tags["graph"] and tags["meta_graph"] and tags["run_metadata"] == ["step5"]
    assert [(s.step, s.value) for s in board.Scalars("layer/loss")] == [(i, i + 0.5) for i in range(5)]
    assert board.Histograms("h")[0].histogram_value.num == 100
    assert {n.name for n in board.Graph().node} >= {"layer/x", "layer/loss", "Merge/MergeSummary"}
    assert len(board.RunMetadata("step5").step_stats.dev_stats) > 0


def test_tensorflow_reads_everything(peer, logdir):
    written_run(logdir)
    source = """
        events = list(tf.train.summary_iterator(path))
        graph = tf.GraphDef.FromString(events[1].graph_def)
        tf.import_graph_def(graph, name="")
        result = {
            "kinds": [e.WhichOneof("what") for e in events],
            "losses": [v.simple_value for e in events for v in e.summary.value if v.tag == "layer/loss"],
            "shape": tf.get_default_graph().get_tensor_by_name("layer/x:0").shape.as_list(),
        }
    """
    found = peer.run(source, path=files(logdir)[0])
    assert found["kinds"] == ["file_version", "graph_def", "meta_graph_def", *["summary"] * 5, "tagged_run_metadata"]
    assert found["losses"] == [0.5, 1.5, 2.5, 3.5, 4.5]
    assert found["shape"] == []


def test_we_read_what_tensorflow_wrote(peer, logdir):
    source = """
        x = tf.placeholder(tf.float32, [], name="x")
        merged = tf.summary.merge([tf.summary.scalar("loss", x), tf.summary.histogram("h", tf.fill([4], x))])
        with tf.Session() as sess, tf.summary.FileWriter(logdir, sess.graph) as writer:
            for step in range(3):
                writer.add_summary(sess.run(merged, {x: step}), step)
            writer.add_session_log(tf.SessionLog(status=tf.SessionLog.STOP), 3)
        result = {}
    """
    peer.run(source, logdir=logdir)
    assert kinds(logdir) == ["file_version", "graph_def", "meta_graph_def", *["summary"] * 3, "session_log"]
    assert [e.summary.value[0].simple_value for e in read(logdir)[3:6]] == [0, 1, 2]
    assert [e.summary.value[1].histo.num for e in read(logdir)[3:6]] == [4, 4, 4]


# -- damage ------------------------------------------------------------------------------------------------------------


def test_damaged_event_files_give_data_loss_and_nothing_else(logdir, tmp_path):
    from tests.storage.damage import damaged, peak_megabytes

    written_run(logdir)
    data = Path(files(logdir)[0]).read_bytes()
    path, before, reported = str(tmp_path / "damaged"), peak_megabytes(), 0
    for case in damaged(data, 300):
        Path(path).write_bytes(case)
        try:
            list(tf.train.summary_iterator(path))
        except tf.errors.DataLossError:
            reported += 1
    assert reported > 250
    assert peak_megabytes() - before < 100


def test_a_record_that_is_not_an_event_is_data_loss(tmp_path):
    with tf.python_io.TFRecordWriter(str(tmp_path / "f")) as writer:
        writer.write(b"\xff\xff\xff")
    with pytest.raises(tf.errors.DataLossError, match="record 0 of .* is not an Event"):
        list(events.summary_iterator(str(tmp_path / "f")))
