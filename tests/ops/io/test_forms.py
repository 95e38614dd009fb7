"""Examples of known forms: what is cut out of them is what reading them one by one gives, and anything else is noticed."""

import random

import numpy as np
import pytest

import penstock as tf
from penstock.ops.io import parsing_forms as forms
from penstock.ops.io import parsing_wire as wire


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(forms, "_known", {})


def message(**features):
    """A serialized example with its features in the order of the arguments."""
    entries = []
    for key, value in features.items():
        if isinstance(value[0], bytes):
            feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=value))
        elif isinstance(value[0], float):
            feature = tf.train.Feature(float_list=tf.train.FloatList(value=value))
        else:
            feature = tf.train.Feature(int64_list=tf.train.Int64List(value=value))
        entries.append(tf.train.Features(feature={key: feature}).SerializeToString())
    whole = b"".join(entries)
    return b"\x0a" + _varint(len(whole)) + whole


def _varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


WANTED = {b"image": 0, b"label": 1, b"name": 2, b"words": 3, b"absent": 4}


def examples(count, start=0):
    rng = np.random.RandomState(start)
    return [
        message(
            image=[float(v) for v in rng.rand(40)],
            other=[i, i],
            label=[i % 7],
            name=[b"example %d" % i],
            words=[b"a", b"b" * (i % 3)],
        )
        for i in range(start, start + count)
    ]


def read_one_by_one(messages):
    rows = [wire.example(m, WANTED) for m in messages]
    return [wire.decode(column[0][0], [f[1] for f in column]) if column[0] else None for column in zip(*rows)]


def assert_same(columns, messages):
    for column, expected in zip(columns, read_one_by_one(messages), strict=True):
        if expected is None:
            assert column is None
            continue
        values, counts = column.decoded()
        assert list(values) == list(expected[0])
        assert counts.tolist() == expected[1].tolist()


def test_what_was_learned_from_one_batch_reads_the_next():
    first, second = examples(100, 200), examples(100, 400)
    assert forms.columns(first, WANTED) is None
    forms.learn(first, WANTED)
    assert_same(forms.columns(first, WANTED), first)
    assert_same(forms.columns(second, WANTED), second)
    assert forms.columns(second, {b"image": 0}) is None  # other features are wanted


def test_a_message_of_a_new_length_is_not_known():
    forms.learn(examples(100, 200), WANTED)
    assert forms.columns(examples(20, 100000), WANTED) is None


def test_a_message_of_a_known_length_and_another_form_is_noticed():
    known = [message(a=[1, 2, 3], b=[4]) for _ in range(16)]
    wanted = {b"a": 0, b"b": 1}
    forms.learn(known, wanted)
    assert forms.columns(known, wanted) is not None
    for other in (message(a=[1], b=[2, 3, 4]), message(b=[4], a=[1, 2, 3]), message(a=[1, 2, 3], c=[4])):
        forms.learn(known, wanted)
        assert len(other) == len(known[0])
        assert forms.columns([*known, other], wanted) is None


def test_every_changed_byte_gives_what_reading_one_by_one_gives_or_is_noticed():
    batch = examples(16, 200)
    forms.learn(batch, WANTED)
    random.seed(1)
    seen = 0
    for _ in range(1500):
        broken = bytearray(random.choice(batch))
        broken[random.randrange(len(broken))] ^= 1 << random.randrange(8)
        messages = [*batch, bytes(broken)]
        found = forms.columns(messages, WANTED)
        if found is None:
            forms.learn(batch, WANTED)
            continue
        try:
            expected = read_one_by_one(messages)
        except wire.Malformed:  # within the values: both find out when they decode them
            with pytest.raises(wire.Malformed):
                [column.decoded() for column in found if column is not None]
            continue
        seen += 1
        for column, (values, _) in zip(found[:4], expected[:4]):
            np.testing.assert_array_equal(np.array(column.decoded()[0]), np.array(values))
    assert seen > 300


def test_lengths_that_hardly_repeat_are_not_remembered():
    forms.learn([message(a=[b"x" * i]) for i in range(1, 40)], {b"a": 0})
    assert not forms._known


def test_what_is_remembered_is_bounded():
    for i in range(1, 400):
        forms.learn([message(a=[b"x" * i])] * 4, {b"a": 0})
        forms.learn([message(a=[1])] * 4, {b"%d" % i: 0})
    assert len(forms._known) <= forms._SETS
    assert all(len(known) <= forms._LENGTHS for known in forms._known.values())


def test_batches_parse_to_the_same_from_the_first_to_the_last():
    features = {"image": tf.FixedLenFeature([40], tf.float32), "label": tf.FixedLenFeature([], tf.int64)}
    features["words"] = tf.VarLenFeature(tf.string)
    serialized = tf.placeholder(tf.string, [None])
    parsed = tf.parse_example(serialized, features)
    with tf.Session() as session:
        for start in (0, 64, 128, 192):
            messages = examples(64, start)
            found = session.run(parsed, {serialized: messages})
            image, label, _, words, _ = read_one_by_one(messages)
            np.testing.assert_array_equal(found["image"].ravel(), image[0])
            np.testing.assert_array_equal(found["label"], label[0])
            assert found["words"].values.tolist() == words[0]
            found["image"][...] = 0  # the caller's own
