"""Examples are read by the kernels in C as by the way in Python: results and errors, whatever the bytes are."""

import random
import sys

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.io import parsing_native as examples_native
from penstock.ops.io import parsing_wire as wire

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

FEATURES = {
    "x": tf.FixedLenFeature([3], tf.float32, [7.0, 8.0, 9.0]),
    "required": tf.FixedLenFeature([], tf.int64),
    "text": tf.FixedLenFeature([2], tf.string, ["p", "q"]),
    "steps": tf.FixedLenSequenceFeature([2], tf.float32, allow_missing=True, default_value=-1.0),
    "names": tf.FixedLenSequenceFeature([], tf.string, allow_missing=True),
    "some": tf.VarLenFeature(tf.float32),
    "ids": tf.VarLenFeature(tf.int64),
    "words": tf.VarLenFeature(tf.string),
    "absent": tf.VarLenFeature(tf.int64),
}


def example(chance, **others):
    """An example with random features."""
    floats = lambda n: {"float_list": tf.train.FloatList(value=[chance.uniform(-9, 9) for _ in range(n)])}  # noqa: E731
    integers = lambda n: {"int64_list": tf.train.Int64List(value=[chance.choice(INTEGERS) for _ in range(n)])}  # noqa: E731
    texts = lambda n: {"bytes_list": tf.train.BytesList(value=[b"w" * chance.choice([0, 1, 5, 200]) for _ in range(n)])}  # noqa: E731
    made = {
        "x": floats(3),
        "required": integers(1),
        "text": texts(2),
        "steps": floats(2 * chance.randint(0, 3)),
        "names": texts(chance.randint(0, 3)),
        "some": floats(chance.randint(0, 40)),
        "ids": integers(chance.randint(0, 4)),
        "words": texts(chance.randint(0, 3)),
        "unwanted": floats(2),
        "nothing": {},
    }
    for key in list(made):
        if key != "required" and chance.random() < 0.2:
            del made[key]
    keys = list({**made, **others})
    chance.shuffle(keys)
    features = {k: tf.train.Feature(**{**made, **others}[k]) for k in keys}
    return tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()


INTEGERS = [0, 1, 127, 128, 300, -1, (1 << 63) - 1, -(1 << 63), 1 << 35]


def objects(items):
    made = np.empty(len(items), object)
    made[:] = items
    return made


def outcome(sess, fetch, placeholder, value):
    try:
        return sess.run(fetch, {placeholder: value})
    except tf.errors.OpError as error:
        return type(error), error.message


def flattened(found):
    if isinstance(found, tuple) and isinstance(found[0], type):
        return found
    parts = []
    for key in sorted(found):
        value = found[key]
        for array in value if isinstance(value, tuple) else (value,):
            array = np.asarray(array)
            parts.append((key, array.dtype, array.shape, array.tolist() if array.dtype == object else array.tobytes()))
    return parts


@pytest.fixture
def compared(monkeypatch):
    """Parses batches both ways, and gives how many of them the kernels took."""
    ready = native.ready

    def compare(batches, single=False):
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.string, [] if single else [None])
            fetch = (tf.parse_single_example if single else tf.parse_example)(x, FEATURES)
            taken = []
            with monkeypatch.context() as patched:
                scan = examples_native.scan

                def watched(*arguments):
                    found = scan(*arguments)
                    taken.append(found is not None)
                    return found

                patched.setattr(examples_native, "scan", watched)
                found = [flattened(outcome(sess, fetch, x, batch)) for batch in batches]
            with monkeypatch.context() as patched:
                patched.setattr(native, "ready", lambda: None)
                for one, batch in zip(found, batches):
                    assert one == flattened(outcome(sess, fetch, x, batch)), batch
            assert native.ready is ready
            return sum(taken)

    return compare


@pytest.mark.parametrize("size", [0, 1, 3, 20])
def test_batches_are_read_as_in_python(size, compared):
    chance = random.Random(size)
    batches = [objects([example(chance) for _ in range(size)]) for _ in range(20)]
    assert compared(batches) == len(batches)


def test_single_examples_are_read_as_in_python(compared):
    chance = random.Random(1)
    assert compared([example(chance) for _ in range(40)], single=True) == 40


WRONG = {
    "another kind": {"x": {"int64_list": tf.train.Int64List(value=[1, 2, 3])}},
    "another kind of a sparse one": {"words": {"float_list": tf.train.FloatList(value=[1.0])}},
    "too few": {"x": {"float_list": tf.train.FloatList(value=[1.0])}},
    "too many": {"text": {"bytes_list": tf.train.BytesList(value=[b"a", b"b", b"c"])}},
    "none": {"x": {"float_list": tf.train.FloatList()}},
    "half a step": {"steps": {"float_list": tf.train.FloatList(value=[1.0, 2.0, 3.0])}},
    "nothing of what is required": {"required": {}},
    "an empty list of what is required": {"required": {"int64_list": tf.train.Int64List()}},
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_those_of_the_way_in_python(name, compared):
    chance = random.Random(2)
    good = [example(chance) for _ in range(12)]
    bad = example(chance, **WRONG[name])
    compared([objects([*good[:k], bad, *good[k:]]) for k in (0, 5, 12)])
    compared([bad], single=True)


def test_other_ways_to_write_the_same_are_read(compared):
    entry = lambda key, feature: b"\x0a" + sized(b"\x0a" + sized(key) + b"\x12" + sized(feature))  # noqa: E731
    required = entry(b"required", b"\x1a\x03\x0a\x01\x05")
    unpacked = entry(b"ids", b"\x1a\x04\x08\x05\x08\x06")
    floats = entry(b"some", b"\x12\x05\x0d\0\0\x80\x3f")
    twice = entry(b"ids", b"\x1a\x03\x0a\x01\x01") + entry(b"ids", b"\x1a\x03\x0a\x01\x02")
    gone = entry(b"ids", b"\x1a\x03\x0a\x01\x01") + entry(b"ids", b"")
    long_key = b"\x0a" + sized(b"\x0a\x83\x00ids\x12" + sized(b"\x1a\x03\x0a\x01\x07"))
    long_value = entry(b"ids", b"\x1a\x0d\x0a\x0b" + b"\x80" * 10 + b"\x01")
    widest = entry(b"ids", b"\x1a\x0c\x0a\x0a" + b"\xff" * 9 + b"\x7f")
    open_end = entry(b"ids", b"\x1a\x03\x0a\x01\x80")
    turned = b"\x0a" + sized(b"\x12" + sized(b"\x1a\x03\x0a\x01\x07") + b"\x0a" + sized(b"ids"))
    merged = entry(b"ids", b"\x1a\x03\x0a\x01\x01\x1a\x03\x0a\x01\x02")
    other = b"\x10\x05"
    parts = [unpacked, floats, twice, gone, long_key, long_value, widest, open_end, turned, merged, other]
    whole = [b"\x0a" + sized(required + part) for part in parts]
    apart = [b"\x0a" + sized(required) + b"\x0a" + sized(part) for part in parts]
    outside = [b"\x0a" + sized(required) + other, other + b"\x0a" + sized(required)]
    messages = [*whole, *apart, *outside]
    assert 0 < compared([objects([m]) for m in messages]) < len(messages)
    compared([objects([messages[k], messages[k - 1]]) for k in range(len(messages))])
    compared(messages, single=True)


def sized(data):
    assert len(data) < 128
    return bytes([len(data)]) + data


def damaged(chance, message):
    """A message cut, with bytes changed, put in or taken out, or nothing of a message at all."""
    way = chance.randrange(5)
    data = bytearray(message)
    if way == 0:
        return bytes(data[: chance.randrange(len(data))])
    if way == 1:
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif way == 2:
        data.insert(chance.randrange(len(data)), chance.randrange(256))
    elif way == 3:
        del data[chance.randrange(len(data))]
    else:
        return bytes(
            chance.choices(
                [0x0A, 0x12, 0x1A, 0, 1, 2, 3, 5, 0x80, 0xFF, chance.randrange(256)], k=chance.randint(0, 30)
            )
        )
    return bytes(data)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_messages_give_what_the_way_in_python_gives(seed, compared):
    chance = random.Random(seed)
    short = lambda: example(chance, some={}, words={}, names={}, steps={})  # noqa: E731
    batches = []
    for k in range(150):
        message = (short if k % 2 else lambda: example(chance))()
        batches.append(objects([damaged(chance, message), *([example(chance)] if k % 3 else [])]))
    compared(batches)


def test_values_are_held_by_their_arrays_alone_and_messages_by_nobody_new():
    message = tf.train.Example(
        features=tf.train.Features(
            feature={"t": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"a long text", b"b" * 50]))}
        )
    ).SerializeToString()
    before = sys.getrefcount(message)
    plain = objects([bytes([65] * 100)])
    for _ in range(3):
        (feature,) = examples_native.scan(objects([message] * 4), [b"t"], [wire.BYTES])
        values = feature.values()
        assert [sys.getrefcount(values[i]) for i in range(8)] == [sys.getrefcount(plain[0])] * 8
    del feature
    assert sys.getrefcount(message) == before


def test_many_keys_are_found_whatever_their_order():
    chance = random.Random(9)
    keys = [b"key %d" % i for i in range(200)] + [b""]
    feature = {k.decode(): tf.train.Feature(int64_list=tf.train.Int64List(value=[i])) for i, k in enumerate(keys)}
    message = tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()
    order = list(range(len(keys)))
    chance.shuffle(order)
    found = examples_native.scan(message, [keys[i] for i in order], [wire.INT64] * len(keys))
    assert [int(f.values()[0]) for f in found] == order
