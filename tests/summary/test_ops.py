"""Summary operations: what they write, and what their nodes are called, compared with real TensorFlow."""

import io

import numpy as np
import pytest
from PIL import Image

import penstock as tf
from tests.same_program import run_here


def both(peer, source, **arrays):
    """Run a program here and in TensorFlow; return both results."""
    return run_here(source, **arrays), peer.run(source, CONFIG=None, **arrays)


def summary_of(value):
    return tf.Summary.FromString(value)


GRAPH = """
    x = tf.placeholder(tf.float32, [], name="x")
    with tf.name_scope("outer"):
        tf.summary.scalar("loss (train)", x)
        tf.summary.scalar("loss", x, family="a family")
        tf.summary.scalar("/slashed", x, collections=["mine"])
    tf.summary.scalar("loss", x)
    tf.summary.scalar("loss", x)
    tf.summary.histogram("h", tf.fill([3], x))
    tf.summary.image("i", tf.zeros([1, 2, 2, 1]), max_outputs=1)
    tf.summary.audio("a", tf.zeros([1, 9]), 8000)
    tf.summary.text("t", tf.constant("words"))
    tf.summary.tensor_summary("ts", x, summary_description="d", display_name="n", family="f")
    merged = tf.summary.merge_all()
    mine = tf.summary.merge_all("mine", name="my merge")
    assert tf.summary.merge_all("nothing") is None
    graph = tf.get_default_graph()
    with tf.Session(config=CONFIG) as sess:
        values = sess.run([merged, mine], {x: 2.5})
    result = {
        "nodes": [(n.name, n.op, list(n.input)) for n in graph.as_graph_def().node],
        "collections": [[t.name for t in graph.get_collection(k)] for k in ("summaries", "mine")],
        "values": values,
    }
"""


def test_nodes_collections_and_values_are_those_of_tensorflow(peer):
    ours, theirs = both(peer, GRAPH)
    assert ours["nodes"] == theirs["nodes"]
    assert ours["collections"] == theirs["collections"]
    for a, b in zip(ours["values"], theirs["values"]):
        a, b = summary_of(a), summary_of(b)
        for value in [*a.value, *b.value]:
            value.image.encoded_image_string = b""  # the bytes of a PNG are the encoder's own
        assert a == b


VALUES = {
    "many": np.random.RandomState(0).randn(1000),
    "floats": np.random.RandomState(1).randn(7, 3).astype(np.float32) * 1e-5,
    "huge": np.array([1e300, -1e300, 1e21, 0.0, 1e-13, -1e-13, 5e-324]),
    "ints": np.arange(-50, 50, dtype=np.int64),
    "bytes": np.arange(256, dtype=np.uint8),
    "limits": np.array([1e-12, -1e-12, 1.1e-12, 0.0]),
    "empty": np.zeros([0], np.float32),
    "half": np.array([1, 2, 3], np.float16),
}


@pytest.mark.parametrize("name", VALUES)
def test_histograms_are_those_of_tensorflow(peer, name):
    source = """
        s = tf.summary.histogram("h", tf.constant(values))
        with tf.Session(config=CONFIG) as sess:
            result = {"s": sess.run(s)}
    """
    ours, theirs = (summary_of(r["s"]).value[0].histo for r in both(peer, source, values=VALUES[name]))
    assert list(ours.bucket) == list(theirs.bucket)
    assert list(ours.bucket_limit) == list(theirs.bucket_limit)
    np.testing.assert_allclose(
        [ours.min, ours.max, ours.num, ours.sum, ours.sum_squares],
        [theirs.min, theirs.max, theirs.num, theirs.sum, theirs.sum_squares],
        rtol=1e-12,
        atol=1e-12,
    )


def pixels(value):
    return np.asarray(Image.open(io.BytesIO(value.image.encoded_image_string)))


random = np.random.RandomState(2)
IMAGES = {
    "bytes": random.randint(0, 256, [2, 5, 4, 3]).astype(np.uint8),
    "gray bytes": random.randint(0, 256, [5, 3, 3, 1]).astype(np.uint8),
    "alpha": random.randint(0, 256, [1, 3, 3, 4]).astype(np.uint8),
    "positive": random.rand(1, 4, 4, 3).astype(np.float32) * 7,
    "negative": random.randn(2, 4, 4, 1).astype(np.float32),
    "double": random.randn(1, 4, 4, 3),
    "half": random.randn(1, 4, 4, 3).astype(np.float16),
    "zero": np.zeros([1, 2, 2, 1], np.float32),
    "tiny": np.full([1, 2, 2, 1], 1e-8, np.float32),
    "not finite": np.array([np.nan, 1.0, np.inf, 3.0, -np.inf, 2.0, 0.0, 5.0], np.float32).reshape(1, 2, 4, 1),
    "nothing finite": np.full([1, 2, 2, 3], np.nan, np.float32),
}


@pytest.mark.parametrize("name", IMAGES)
def test_images_have_the_pixels_of_tensorflow(peer, name):
    source = """
        s = tf.summary.image("i", tf.constant(images))
        with tf.Session(config=CONFIG) as sess:
            result = {"s": sess.run(s)}
    """
    ours, theirs = (summary_of(r["s"]).value for r in both(peer, source, images=IMAGES[name]))
    assert [v.tag for v in ours] == [v.tag for v in theirs]
    for a, b in zip(ours, theirs):
        assert (a.image.height, a.image.width, a.image.colorspace) == (
            b.image.height,
            b.image.width,
            b.image.colorspace,
        )
        # TensorFlow 2 may fuse the multiplication and the addition: the last bit of a double then differs.
        np.testing.assert_allclose(pixels(a), pixels(b), rtol=0, atol=1 if name == "double" else 0)


def test_pixels_that_are_not_finite_get_the_bad_color(peer):
    source = """
        s = tf.raw_ops.ImageSummary(tag="i", tensor=tf.constant(images), max_images=1,
                                    bad_color=tf.make_tensor_proto([7, 8, 9, 10], tf.uint8))
        with tf.Session(config=CONFIG) as sess:
            result = {"s": sess.run(s)}
    """
    images = np.array([[[[np.nan, 1, 2], [1, 1, 1]]]], np.float32)
    ours, theirs = (summary_of(r["s"]).value[0] for r in both(peer, source, images=images))
    assert ours.tag == theirs.tag == "i/image"
    np.testing.assert_array_equal(pixels(ours), pixels(theirs))
    assert pixels(ours)[0, 0].tolist() == [7, 8, 9]


@pytest.mark.parametrize("shape", [(4, 30), (2, 30, 2)])
def test_sounds_are_those_of_tensorflow_byte_for_byte(peer, shape):
    source = """
        s = tf.summary.audio("a", tf.constant(sounds), tf.constant(44100.0), max_outputs=3)
        with tf.Session(config=CONFIG) as sess:
            result = {"s": sess.run(s)}
    """
    sounds = np.linspace(-1.2, 1.2, int(np.prod(shape))).astype(np.float32).reshape(shape)
    ours, theirs = both(peer, source, sounds=sounds)
    assert summary_of(ours["s"]) == summary_of(theirs["s"])


TENSORS = {
    "numbers": np.arange(6, dtype=np.float32).reshape(2, 3),
    "scalar": np.int64(3),
    "strings": np.array([[b"a", b"bc"]], object),
    "booleans": np.array([True, False]),
    "empty": np.zeros([0, 2], np.int32),
}


@pytest.mark.parametrize("name", TENSORS)
def test_tensors_are_written_as_tensorflow_writes_them(peer, name):
    source = """
        s = tf.summary.tensor_summary("t", tf.constant(value))
        old = tf.raw_ops.TensorSummary(tensor=tf.constant(value), description="", labels=[], display_name="")
        with tf.Session(config=CONFIG) as sess:
            result = {"s": sess.run(s), "old": sess.run(old)}
    """
    ours, theirs = both(peer, source, value=TENSORS[name])
    assert summary_of(ours["s"]) == summary_of(theirs["s"])
    assert summary_of(ours["old"]) == summary_of(theirs["old"])


ERRORS = {
    "shapes": 'tf.raw_ops.ScalarSummary(tags=["a", "b"], values=[1.0])',
    "one tag": 'tf.raw_ops.ScalarSummary(tags="a", values=[1.0, 2.0])',
    "nan": 'tf.summary.histogram("h", tf.constant([1.0, float("nan")]))',
    "inf": 'tf.summary.histogram("h", tf.constant([1.0, float("inf")]))',
    "rank": 'tf.summary.image("i", tf.placeholder_with_default(tf.zeros([2, 2, 1]), None))',
    "depth": 'tf.summary.image("i", tf.placeholder_with_default(tf.zeros([1, 2, 2, 2]), None))',
    "audio rank": 'tf.summary.audio("a", tf.placeholder_with_default(tf.zeros([4]), None), 100)',
    "audio rate": 'tf.summary.audio("a", tf.zeros([1, 4]), 0)',
    "twice": 'tf.summary.merge([tf.summary.scalar("s", 1.0), tf.raw_ops.ScalarSummary(tags="s", values=1.0)])',
    "garbage": 'tf.summary.merge([tf.constant("garbage")])',
}

# Where TensorFlow 2 says it in other words than 1.15.
LATER = {
    "shapes": "tags and values are not the same shape: [2] != [1]",
    "one tag": "tags and values are not the same shape: [] != [2] (tag 'a')",
    "inf": "Infinity in Histogram for: h",
}


@pytest.mark.parametrize("name", ERRORS)
def test_what_cannot_be_written_is_an_invalid_argument_as_in_tensorflow(peer, name):
    source = f"""
        s = {ERRORS[name]}
        try:
            tf.Session(config=CONFIG).run(s)
            result = {{"message": "no error"}}
        except tf.errors.InvalidArgumentError as error:
            result = {{"message": error.message}}
    """
    ours, theirs = both(peer, source)
    assert "no error" not in (ours["message"], theirs["message"])
    text = ours["message"].split("\n")[0]
    assert LATER.get(name, text) in theirs["message"]


def test_a_scalar_that_is_not_a_number_is_written():
    with tf.Session(graph=tf.Graph()) as sess:
        value = summary_of(sess.run(tf.summary.scalar("s", float("nan")))).value[0].simple_value
    assert np.isnan(value)


def test_text_must_be_text():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="to have dtype string, got"):
        tf.summary.text("t", tf.constant(1.0))


def test_the_names_of_0_9_take_the_tag_as_it_is():
    with tf.Session(graph=tf.Graph()) as sess:
        s = tf.scalar_summary("any tag: you like", 1.0)
        tf.histogram_summary("h", [1.0, 2.0])
        tf.image_summary("i", tf.zeros([1, 2, 2, 1]))
        tf.audio_summary("a", tf.zeros([1, 5]), 100.0)
        merged = tf.merge_all_summaries()
        assert s.op.name == "ScalarSummary"
        assert merged.op.type == "MergeSummary"
        tags = [v.tag for v in summary_of(sess.run(merged)).value]
        assert tags == ["any tag: you like", "h", "i/image/0", "a/audio/0"]
        assert [v.tag for v in summary_of(sess.run(tf.merge_summary([s]))).value] == ["any tag: you like"]


def test_the_description_of_a_tensor_summary_is_read_from_its_node():
    with tf.Graph().as_default():
        made = tf.raw_ops.TensorSummary(tensor=1.0, description='{"typeHint": "scalar"}', labels=[], display_name="")
        assert tf.summary.get_summary_description(made.op.node_def).type_hint == "scalar"
        with pytest.raises(ValueError, match="Can't get_summary_description on Const"):
            tf.summary.get_summary_description(tf.constant(1).op.node_def)
