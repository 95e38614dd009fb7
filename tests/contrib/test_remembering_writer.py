"""`tf.contrib.testing.FakeSummaryWriter` remembers and refuses as 1.15.5's does."""

from tests.contrib.both_sides import compare

WRITER = """
import unittest
case = unittest.TestCase()
writer = tf.contrib.testing.FakeSummaryWriter("logs", "a graph")
one = tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)])
writer.add_summary(one, 3)
writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="global_step/sec", simple_value=9)]).SerializeToString(), 3)
writer.add_graph("another")
writer.add_session_log("started", 1)
writer.add_meta_graph(tf.MetaGraphDef(), 0)
writer.add_run_metadata(tf.RunMetadata(), "run", 1)
writer.assert_summaries(case, "logs", None, {3: {"loss": 0.5}}, ["another"], None, ["started"])
result = [
    {step: len(added) for step, added in writer.summaries.items()},
    refusal(lambda: writer.add_graph("g", -1)),
    refusal(lambda: writer.add_meta_graph(tf.MetaGraphDef(), -2)),
    refusal(lambda: writer.add_run_metadata(tf.RunMetadata(), "run", -2)),
    refusal(lambda: writer.add_graph("g", 1, "def")),
    refusal(lambda: writer.assert_summaries(case, "other"))[0],
    refusal(lambda: writer.assert_summaries(case, expected_summaries={3: {"loss": 0.25}}))[0],
    refusal(lambda: writer.assert_summaries(case, expected_summaries={4: {}}))[0],
    refusal(lambda: writer.assert_summaries(case, expected_added_meta_graphs=[]))[0],
]
"""

INSTALLED = """
fake = tf.contrib.testing.FakeSummaryWriter
result = [refusal(fake.uninstall)]
fake.install()
result += [refusal(fake.install), type(tf.summary.FileWriterCache.get("nowhere")).__name__]
fake.uninstall()
tf.summary.FileWriterCache.clear()
result.append(tf.summary.FileWriter.__name__)
"""


def test_the_writer_remembers_and_refuses_as_in_1_15(peer_1_15):
    assert compare(peer_1_15, WRITER)[0] == {3: 2}


def test_the_cache_of_writers_gives_it_while_it_is_installed(peer_1_15):
    assert compare(peer_1_15, INSTALLED)[2] == "FakeSummaryWriter"
