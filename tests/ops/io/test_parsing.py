# ruff: noqa: E501
"""Examples are parsed as TensorFlow parses them: values, shapes, defaults and errors."""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.io import parsing_wire as wire
from tests.ops.programs import same, same_error

HELP = """
def fill(f, v):
    if not len(v): return
    if isinstance(v[0], float): f.float_list.value.extend(v)
    elif isinstance(v[0], int): f.int64_list.value.extend(v)
    else: f.bytes_list.value.extend(v)

def ex(**k):
    e = tf.train.Example()
    for n, v in sorted(k.items()):
        fill(e.features.feature[n], v)
        e.features.feature[n].SetInParent()
    return e.SerializeToString()

def seq(context=None, **k):
    e = tf.train.SequenceExample()
    if context: e.context.CopyFrom(tf.train.Example.FromString(context).features)
    for n, v in sorted(k.items()):
        steps = e.feature_lists.feature_list[n]
        steps.SetInParent()
        for one in v: fill(steps.feature.add(), one)
    return e.SerializeToString()

def run(y):
    if isinstance(y, tuple): return [run(p) for p in y]
    out = {}
    for key, t in y.items():
        if isinstance(t, tf.SparseTensor):
            out[key] = [np.asarray(v) for v in tf.Session().run([t.indices, t.values, t.dense_shape])]
            out[key + " shape"] = [str(p.shape) for p in (t.indices, t.values, t.dense_shape)]
        else:
            out[key] = np.asarray(tf.Session().run(t))
            out[key + " shape"] = str(t.shape)
    return out

F, V, S = tf.FixedLenFeature, tf.VarLenFeature, tf.FixedLenSequenceFeature
"""

CASES = [
    'tf.parse_example([ex(a=[1.0, 2.0], b=[3], c=[b"x"])], {"a": F([2], tf.float32), "b": F([], tf.int64), "c": F([1], tf.string)})',
    'tf.parse_example([ex(a=[1.0, 2.0]), ex(), ex(a=[])], {"a": F([2], tf.float32, [7.0, 8.0])})',
    'tf.parse_example([ex(a=[1, -2, 300, 1 << 40]), ex(a=[5, 6, 7, 8])], {"a": F([2, 2], tf.int64)})',
    'tf.parse_example([ex(a=[1, -2, 300]), ex(), ex(a=[9])], {"a": V(tf.int64)})',
    'tf.parse_example([ex(a=[b"x", b"yy"]), ex(a=[b"z" * 300])], {"a": V(tf.string), "b": V(tf.float32)})',
    'tf.parse_example([ex(a=[1.0, 2.0]), ex(), ex(a=[3.0])], {"a": S([], tf.float32, allow_missing=True)})',
    'tf.parse_example([ex(a=[1, 2, 3, 4]), ex(a=[5, 6])], {"a": S([2], tf.int64, allow_missing=True, default_value=-1)})',
    'tf.parse_example([ex(a=[b"p"]), ex()], {"a": S([], tf.string, allow_missing=True, default_value="q")})',
    'tf.parse_example([ex(a=[i / 3 for i in range(200)], b=[i * 77 for i in range(200)])] * 3, {"a": F([10, 20], tf.float32), "b": V(tf.int64)})',
    'tf.parse_example([ex(a=[1.0, i / 2], b=[i * 1000] * (i + 1), c=[b"x" * i, b"y"], d=[b"z" * 99 * i]) for i in range(12)], {"a": F([2], tf.float32), "b": V(tf.int64), "c": V(tf.string), "d": F([], tf.string), "e": F([1], tf.int64, 7)})',
    'tf.parse_example([ex(b=[i] * 3) for i in range(12)], {"b": S([], tf.int64, True), "c": S([], tf.int64, True)})',
    'tf.parse_example([ex(b=[300 * i] * i) for i in range(1, 12)], {"b": S([], tf.int64, True)})',
    'tf.parse_example([ex(i=[3, 1], v=[3.0, 1.0]), ex(i=[0], v=[5.0])], {"s": tf.SparseFeature("i", "v", tf.float32, 5)})',
    'tf.parse_example([ex(i=[3, 1], j=[0, 2], v=[3.0, 1.0])], {"s": tf.SparseFeature(["i", "j"], "v", tf.float32, [5, 3])})',
    'tf.parse_single_example(ex(a=[1.0, 2.0], b=[3, 4]), {"a": F([2], tf.float32), "b": V(tf.int64), "c": F([1], tf.string, "d")})',
    'tf.parse_single_example(ex(a=[1, 2]), {"a": S([], tf.int64, allow_missing=True), "b": S([2], tf.float32, True)})',
    'tf.parse_single_sequence_example(seq(ex(a=[1], b=[b"x", b"y"]), s=[[1.0, 2.0], [3.0, 4.0]], v=[[1], [], [2, 3]]), {"a": F([], tf.int64), "b": V(tf.string)}, {"s": S([2], tf.float32), "v": V(tf.int64), "m": S([], tf.string, allow_missing=True)})',
    'tf.parse_single_sequence_example(seq(None), {"a": F([2], tf.float32, [1.0, 2.0])}, {"v": V(tf.int64)})',
    'tf.io.parse_sequence_example([seq(ex(a=[1]), s=[[1.0], [3.0]], v=[[1], [2, 3]]), seq(ex(a=[2, 3]), s=[[5.0]])], {"a": V(tf.int64)}, {"s": S([1], tf.float32), "v": V(tf.int64)})',
]  # fmt: skip


@pytest.mark.parametrize("expression", CASES)
def test_examples_give_what_tensorflow_gives(peer, monkeypatch, expression):
    same(peer, f"{HELP}\nresult = dict(r=run({expression}))", monkeypatch)


FAILING = [
    ('tf.parse_example([ex(a=[1.0])], {"a": F([2], tf.float32)})', "Values size: 1 but output shape: [2]"),
    ('tf.parse_example([ex(a=[1.0])], {"b": F([2], tf.float32)}, example_names=["n"])', "Feature: b (data type: float) is required but could not be found."),
    ('tf.parse_example([ex(a=[1.0])], {"a": F([1], tf.int64)})', "Key: a, Index: 0.  Data types don't match. Data type: float but expected type: int64"),
    ('tf.parse_example([ex(a=[1.0])], {"a": V(tf.int64)})', "Data types don't match. Expected type: int64, Actual type: float"),
    ('tf.parse_example([ex(a=[1.0])] * 9, {"a": F([1], tf.int64)})', "Key: a, Index: 0.  Data types don't match. Data type: float but expected type: int64"),
    ('tf.parse_example([ex(a=[1.0])] * 9, {"a": F([2], tf.float32)})', "Values size: 1 but output shape: [2]"),
    ('tf.parse_example([ex(a=[1.0])] * 9 + [b"abc"], {"a": V(tf.float32)})', "Could not parse example input, value: 'abc'"),
    ('tf.parse_example(["abc"], {"a": V(tf.int64)})', "Could not parse example input, value: 'abc'"),
    ('tf.parse_example([ex(a=[1.0] * 3)], {"a": S([2], tf.float32, True)})', "Number of float values is not a multiple of stride length. Saw 3 values but output shape is: [?,2]"),
    ('tf.parse_example([ex(a=[1.0])], {"a": F([1], tf.int64, [1, 2])})', ""),
    ('tf.parse_example([ex()], {})', ""),
    ('tf.parse_example([ex()], {"a": F([None], tf.int64)})', "First dimension of shape for feature a unknown."),
    ('tf.parse_example([ex()], {"a": S([1], tf.int64)})', "requires allow_missing to be True."),
    ('tf.parse_example([ex()], {"a": F(None, tf.int64)})', "Missing shape for feature a."),
    ('tf.parse_example([ex()], {"a": 3})', ""),
    ('tf.parse_single_example(ex(), {"a": F([1], tf.int64)})', "Feature: a (data type: int64) is required but could not be found."),
    ('tf.parse_single_example(ex(a=[1]), {"a": F([2], tf.int64)})', ""),
    ('tf.parse_single_sequence_example(seq(None, s=[[1.0]]), {}, {"t": S([1], tf.float32)})', "Did you mean to include it in feature_list_dense_missing_assumed_empty"),
    ('tf.parse_single_sequence_example(seq(None, s=[[1.0]]), {}, {"s": S([2], tf.float32)})', ""),
    ('tf.parse_single_sequence_example(seq(None, s=[[1.0]]), {}, {"s": S([1], tf.int64)})', "Data types don't match. Expected type: int64"),
    ('tf.parse_single_sequence_example(seq(None), {"c": F([1], tf.int64)}, {})', ""),
    ('tf.parse_single_sequence_example(seq(ex(c=[1, 2])), {"c": F([1], tf.int64)}, {})', ""),
]  # fmt: skip


@pytest.mark.parametrize("expression,part", FAILING)
def test_what_tensorflow_refuses_is_refused_in_the_same_way(peer, monkeypatch, expression, part):
    same_error(peer, f"{HELP}\nresult = dict(r=run({expression}))", monkeypatch, part=part)


def test_json_becomes_the_bytes_of_tensorflow(peer, monkeypatch):
    source = r"""
    texts = ['{"features": {"feature": {"b": {"int64List": {"value": [1, "-200"]}}, "a": {"floatList": {"value": [1.5]}},'
             '"c": {"bytesList": {"value": ["aGk="]}}}}}', "{}"]
    result = dict(r=tf.Session().run(tf.decode_json_example(texts)))
    """
    same(peer, source, monkeypatch)


def test_json_that_is_not_an_example_is_refused(peer, monkeypatch):
    same_error(
        peer, "tf.Session().run(tf.decode_json_example('{\"features\": 3}'))\nresult = {}", monkeypatch, "parsing JSON"
    )


def message(**features):
    example = tf.train.Example()
    for key, values in features.items():
        example.features.feature[key].int64_list.value.extend(values)
    return example.SerializeToString()


def test_numbers_that_are_not_packed_are_read():
    plain = b"\x0a\x0e\x0a\x0c\x0a\x01a\x12\x07\x1a\x05\x08\x01\x08\xac\x02"
    (found,) = wire.example(plain, {b"a": 0})
    values, counts = wire.decode(wire.INT64, [found[1]])
    assert values.tolist() == [1, 300]
    assert counts.tolist() == [2]


def test_messages_of_one_form_are_read_together_and_others_are_not():
    wanted = {b"a": 0, b"bcd": 1}
    same = [message(a=[i, i * i * 100], bcd=[i]) for i in range(20)]
    columns = wire.in_step(same, wanted)
    values, counts = wire.decode_column(columns[0])
    assert values.reshape(-1, 2).tolist() == [[i, i * i * 100] for i in range(20)]
    assert set(counts.tolist()) == {2}
    assert wire.in_step([*same, message(a=[1])], wanted) is None
    assert wire.in_step([*same, same[0][:-1]], wanted) is None
    assert wire.in_step([*same, b""], wanted) is None
    for size in range(1, len(same[3])):
        assert wire.in_step([same[3][:size]] * 3, wanted) is None


def test_a_message_that_is_cut_off_is_malformed_or_shorter():
    whole = message(a=[1, 2, 300], bcd=[4])
    wanted = {b"a": 0, b"bcd": 1}
    assert all(wire.example(whole, wanted))
    for size in range(1, len(whole)):
        with pytest.raises(wire.Malformed):
            wire.example(whole[:size], wanted)


def test_the_last_of_two_features_with_one_key_counts():
    first, second = message(a=[1]), message(a=[2])
    (found,) = wire.example(first + second, {b"a": 0})
    assert wire.decode(wire.INT64, [found[1]])[0].tolist() == [2]


def test_varints_of_all_lengths_are_read_together():
    random = np.random.default_rng(1)
    numbers = [[int(v) for v in random.integers(-(1 << b), 1 << b, 5)] for b in range(1, 63)]
    rows = [wire.example(message(a=row), {b"a": 0})[0][1] for row in numbers]
    values, counts = wire.decode(wire.INT64, rows)
    assert values.reshape(-1, 5).tolist() == numbers
    assert set(counts.tolist()) == {5}


def test_a_single_string_is_an_array_for_what_comes_next():
    example = tf.train.Example()
    example.features.feature["text"].bytes_list.value.append(b"abc")
    with tf.Graph().as_default(), tf.Session() as sess:
        found = tf.parse_single_example(example.SerializeToString(), {"text": tf.FixedLenFeature([], tf.string)})
        assert sess.run(tf.reshape(found["text"], [1])).tolist() == [b"abc"]
