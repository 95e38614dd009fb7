"""`tf.contrib.testing` on event files. Its functions were written from what their signatures and help texts say: they are not
compared with 1.15.5, where they stand in a file that is kept as an independent measure.
"""

import os

import pytest

import penstock as tf

testing = tf.contrib.testing


def number(tag, value):
    return tf.Summary.Value(tag=tag, simple_value=value)


@pytest.fixture
def logs(tmp_path):
    writer = tf.summary.FileWriter(str(tmp_path))
    for step, loss in enumerate((0.5, 0.25)):
        writer.add_summary(tf.Summary(value=[number("loss", loss), number("step", step)]), step)
    writer.add_summary(tf.summary.text("words", tf.constant("a")).eval(session=tf.Session()), 2)
    writer.close()
    return tmp_path


def test_the_latest_file_is_read(logs):
    first = testing.latest_event_file(str(logs))
    later = first.replace("tfevents.1", "tfevents.2")
    (logs / "notes.txt").write_text("no event file")
    assert [event.step for event in testing.latest_summaries(str(logs))] == [0, 1, 2]
    os.rename(first, later)
    (logs / "events.out.tfevents.1700000000.earlier").write_bytes(b"")
    assert testing.latest_event_file(str(logs)) == later
    assert len(list(testing.latest_events(str(logs)))) == 4


def test_a_folder_without_event_files(tmp_path):
    assert testing.latest_event_file(str(tmp_path)) is None
    for function in (testing.latest_events, testing.latest_summaries):
        with pytest.raises(ValueError):
            function(str(tmp_path))


def test_the_last_number_of_a_tag(logs):
    events = testing.latest_summaries(str(logs))
    assert testing.simple_values_from_events(events, ["loss", "none"]) == {"loss": 0.25}
    assert testing.simple_values_from_events([], ["loss"]) == {}
    with pytest.raises(ValueError):
        testing.simple_values_from_events(events, ["words"])


def test_a_summary_is_checked():
    summary = tf.Summary(value=[number("a", 1), number("b", 2)])
    testing.assert_summary(["b", "a"], {"a": 1}, summary)
    for tags, values in ((["a"], {}), (["a", "b", "c"], {}), (["a", "b"], {"b": 3}), (["a", "b"], {"c": 3})):
        with pytest.raises(ValueError):
            testing.assert_summary(tags, values, summary)


def test_bytes_of_a_summary():
    summary = tf.Summary(value=[number("a", 1)])
    assert testing.to_summary_proto(summary.SerializeToString()) == summary
    with pytest.raises(ValueError):
        testing.to_summary_proto(b"\xff\xff")
