"""Kernels in C over strings give what the way in Python gives: results, types and errors; and they keep hold of nothing."""

import random
import sys

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.backend import memory
from penstock.ops.text import strings_native

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

ALPHABETS = (b"ab ,", b" \t\n\r\v\f\0a", bytes(range(256)), "aäß日\U0001f600 ".encode(), b'1,2"\n')


def objects(items, shape=None):
    made = np.empty(len(items), object)
    made[:] = items
    return made.reshape(shape or (len(items),))


def many_texts():
    chance = random.Random(5)
    return [bytes(chance.choices(alphabet, k=chance.randint(0, 12))) for alphabet in ALPHABETS for _ in range(60)]


def outcome(fetch, placeholder, value):
    """What a run gives, or the class and the text of its error."""
    with tf.Session() as sess:
        try:
            return sess.run(fetch, {placeholder: value})
        except tf.errors.OpError as error:
            return type(error), error.message


def assert_same(one, other):
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype and one.shape == other.shape
        if one.dtype == object:
            assert one.tolist() == other.tolist()
            assert {type(x) for x in one.ravel()} <= {bytes}
        else:
            assert one.tobytes() == other.tobytes()
    elif isinstance(one, (list, tuple)) and not isinstance(one[0], type):
        assert len(one) == len(other)
        for a, b in zip(one, other):
            assert_same(a, b)
    else:
        assert one == other


OPERATIONS = {
    "length": lambda x: tf.strings.length(x),
    "length in characters": lambda x: tf.strings.length(x, unit="UTF8_CHAR"),
    "strip": tf.string_strip,
    "upper": tf.strings.upper,
    "lower": tf.strings.lower,
    "base 64": tf.encode_base64,
    "base 64, padded": lambda x: tf.encode_base64(x, pad=True),
    "part": lambda x: tf.substr(x, 0, 3),
    "part, in characters": lambda x: tf.substr(x, 0, 3, unit="UTF8_CHAR"),
    "empty part": lambda x: tf.substr(x, 0, -1),
    "long part": lambda x: tf.substr(x, tf.constant(0, tf.int64), tf.constant((1 << 63) - 1, tf.int64)),
    "part that may not be there": lambda x: tf.substr(x, -1, 2),
    "parts at places": lambda x: tf.substr(x, tf.strings.length(x) // 2, tf.strings.length(x) - 3),
    "parts from the end": lambda x: tf.substr(x, -tf.strings.length(x), tf.strings.length(x)),
    "join": lambda x: tf.string_join([x, "/", x], "--"),
    "join of one": lambda x: tf.string_join([x]),
    "bytes": lambda x: tf.strings.bytes_split(tf.reshape(x, [-1])).values,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_results_are_those_of_the_way_in_python(name, monkeypatch):
    texts = many_texts()
    groups = [objects(texts), objects([t for t in texts if t]), objects([t for t in texts if t.isascii()])]
    given = [*groups, objects(texts, (10, -1)), objects(texts, (10, -1)).T, objects([]), objects([], (0, 3))]
    with tf.Graph().as_default():
        x = tf.placeholder(tf.string)
        made = OPERATIONS[name](x)
        found = [outcome(made, x, value) for value in given]
        scalars = [outcome(made, x, text) for text in (b"", b"abc", "ä".encode())]
        monkeypatch.setattr(native, "ready", lambda: None)
        assert_same(found, [outcome(made, x, value) for value in given])
        assert_same(scalars, [outcome(made, x, text) for text in (b"", b"abc", "ä".encode())])


@pytest.mark.parametrize("axis", [0, 1, 2, -1, [0, 2], [2, 0], [1, 2, 0], []])
@pytest.mark.parametrize("keepdims", [False, True])
def test_texts_are_joined_along_any_dimensions(axis, keepdims, monkeypatch):
    given = [
        objects(many_texts()[:60], (3, 4, 5)),
        objects(many_texts()[:60], (5, 4, 3)).T,
        np.empty((2, 0, 3), object),
    ]
    with tf.Graph().as_default():
        x = tf.placeholder(tf.string, [None, None, None])
        made = tf.reduce_join(x, tf.constant(axis, tf.int32), keepdims=keepdims, separator=", ")
        found = [outcome(made, x, value) for value in given]
        monkeypatch.setattr(native, "ready", lambda: None)
        assert_same(found, [outcome(made, x, value) for value in given])


SPLITS = {
    "at blanks": lambda x: tf.string_split(x),
    "at some bytes": lambda x: tf.string_split(x, ", \t"),
    "with empty parts": lambda x: tf.string_split(x, ",", skip_empty=False),
    "at runs of blanks": lambda x: tf.strings.split(x, result_type="SparseTensor"),
    "at a separator": lambda x: tf.strings.split(x, ",", result_type="SparseTensor"),
    "at a long separator": lambda x: tf.strings.split(x, "a ", result_type="SparseTensor"),
    "once": lambda x: tf.strings.split(x, ",", maxsplit=1, result_type="SparseTensor"),
    "into bytes": lambda x: tf.string_split(x, ""),
}


@pytest.mark.parametrize("name", SPLITS)
def test_parts_of_texts_are_those_of_the_way_in_python(name, monkeypatch):
    given = [objects(many_texts()), objects(many_texts()[:7]), objects([b"", b""]), objects([])]
    with tf.Graph().as_default():
        x = tf.placeholder(tf.string, [None])
        parts = SPLITS[name](x)
        fetch = [parts.indices, parts.values, parts.dense_shape]
        found = [outcome(fetch, x, value) for value in given]
        monkeypatch.setattr(native, "ready", lambda: None)
        assert_same(found, [outcome(fetch, x, value) for value in given])


def numbers_as_text():
    chance = random.Random(3)
    out = [
        b"0",
        b"-0",
        b"+1",
        b"1.",
        b".5",
        b"-.5e1",
        b"1e5",
        b"1E+5",
        b"1e-5",
        b"00012",
        b"123456789012345678901234567890",
    ]
    out += [
        b"9007199254740993",
        b"9007199254740992",
        b"1e22",
        b"1e23",
        b"123e-22",
        b"1e-400",
        b"1e400",
        b"-1e39",
        b"4e-324",
    ]
    out += [
        b"16777217",
        b"16777219",
        b"1.00000005960464477539",
        b"1.000000059604644775390625",
        b"1e-45",
        b"7e-46",
        b"3.4028236e38",
    ]
    out += [
        b"2147483647",
        b"-2147483648",
        b"9223372036854775807",
        b"-9223372036854775808",
        b"1e0000000000000000000000001",
    ]
    out += [b"0.%017d" % chance.randrange(10**17) for _ in range(200)]
    out += [b"%de%d" % (chance.randrange(10 ** chance.randint(1, 19)), chance.randint(-40, 40)) for _ in range(300)]
    return [*out, *(b"%.3f" % chance.uniform(-100, 100) for _ in range(100))]


WRONG = [
    b"",
    b" ",
    b".",
    b"-",
    b"+",
    b"e5",
    b"1e",
    b"1e+",
    b"1.2.3",
    b"1 2",
    b"--1",
    b"+-1",
    b"1x",
    b"0x1f",
    b"inf",
    b"-NaN",
]
WRONG += [
    b" 1 ",
    b"\t-2.5\n",
    b"1_000",
    b"\xd9\xa1",
    b"2147483648",
    b"-2147483649",
    b"9223372036854775808",
    b"1" * 32,
    b"1\0",
    b"+7",
]


@pytest.mark.parametrize("kind", ["float32", "float64", "int32", "int64"])
def test_numbers_are_read_as_in_python_to_the_last_bit(kind, monkeypatch):
    texts = numbers_as_text()
    if kind.startswith("int"):
        limit = 1 << (int(kind[3:]) - 1)
        texts = [t for t in texts if t.lstrip(b"-").isdigit() and -limit <= int(t) < limit]
        texts += [b"%d" % random.Random(k).randrange(-limit, limit) for k in range(300)]
    good = [
        objects(texts),
        objects([*texts, b" 5 "], None),
        objects(texts[: len(texts) // 2 * 2], (2, -1)).T,
        objects([]),
    ]
    with tf.Graph().as_default(), np.errstate(over="ignore"):
        x = tf.placeholder(tf.string)
        number = tf.string_to_number(x, kind)
        given = [*good, *(objects([b"1", text, b"nothing"]) for text in WRONG), *(objects([text]) for text in WRONG)]
        found = [outcome(number, x, value) for value in given]
        monkeypatch.setattr(native, "ready", lambda: None)
        for one, value in zip(found, given):
            assert_same(one, outcome(number, x, value))


RECORDS = {
    "plain": [b"1.5,7,a", b"-2e3,-8,bb", b"0.1,9,"],
    "with nothing": [b",,", b"NA,NA,NA", b"1,,x"],
    "quoted": [b'1.5,7,"a,b"', b'"2",8,c'],
    "long and odd numbers": [b" 1.5 ,7,a", b"0.12345678901234567890123456789012345,1,b", b"16777217,1,b"],
    "all quoted": [b'"1.5","7","a,\r\nb"', b'2,"8",""', b'"3",9,'],
    "quotes in quotes": [b'1,2,"a""b"', b'1,2,"""a"""', b'1,2,""'],
    "quotes in the wrong place": [b'1,2,a"b"'],
    "text behind quotes": [b'1,2,"a"b'],
    "no closing quote": [b'1,2,"a'],
    "a quote alone": [b'1,2,"'],
    "only a quote": [b'"'],
    "an end of a line before a field": [b'\n1,2,"a"', b'1,\r\n2,"a"'],
    "a short one": [b"1,2,a", b"1,2"],
    "a long one": [b"1,2,a", b"1,2,3,4"],
    "an empty one": [b"1,2,a", b""],
    "the end of a line": [b"1,2,a\n", b"1,2,b\r\n"],
    "no number": [b"1,2,a", b"x,2,b"],
    "too much": [b"1,2147483648,a"],
    "none": [],
}


@pytest.mark.parametrize("records", RECORDS)
def test_tables_are_read_as_in_python(records, monkeypatch):
    forms = [
        {"record_defaults": [[0.5], [3], ["z"]]},
        {"record_defaults": [[0.5], [3], ["z"]], "na_value": "NA"},
        {"record_defaults": [[0.5], [3], ["z"]], "na_value": "7"},
        {"record_defaults": [[0.5], [3], ["z"]], "use_quote_delim": False},
        {"record_defaults": [np.zeros(0), np.zeros(0, np.int64), [""]]},
        {"record_defaults": [[0.5], ["z"]], "select_cols": [0, 2]},
        {"record_defaults": [[3]], "select_cols": [1]},
        {"record_defaults": [["z"]], "select_cols": [5]},
        {"record_defaults": [["z"], ["z"]], "field_delim": "7"},
        {"record_defaults": [["z"], ["z"]], "field_delim": '"'},
    ]
    given = [
        objects(RECORDS[records]),
        objects(RECORDS[records] * 2, (2, -1)) if RECORDS[records] else objects([], (0, 2)),
    ]
    with tf.Graph().as_default():
        x = tf.placeholder(tf.string)
        columns = [tf.decode_csv(x, **form) for form in forms]
        found = [outcome(fetch, x, value) for fetch in columns for value in given]
        monkeypatch.setattr(native, "ready", lambda: None)
        wanted = [outcome(fetch, x, value) for fetch in columns for value in given]
        for one, other in zip(found, wanted):
            assert_same(one, other)


@pytest.mark.parametrize("kind", ["uint8", "int16", "float32", "float64", "complex64", "bool", "half"])
@pytest.mark.parametrize("little_endian", [True, False])
def test_raw_bytes_are_read_as_in_python(kind, little_endian, monkeypatch):
    chance = random.Random(7)
    texts = [bytes(chance.choices(range(2 if kind == "bool" else 120), k=16)) for _ in range(12)]
    given = [
        objects(texts),
        objects(texts, (3, 4)).T,
        objects([b""] * 3),
        objects([]),
        objects([*texts, b"1"]),
        objects([b"123"]),
    ]
    with tf.Graph().as_default():
        x = tf.placeholder(tf.string)
        made = tf.decode_raw(x, tf.as_dtype(kind), little_endian=little_endian)
        found = [outcome(made, x, value) for value in given]
        monkeypatch.setattr(native, "ready", lambda: None)
        assert_same(found, [outcome(made, x, value) for value in given])


def test_the_kernels_are_used():
    texts = objects([b"a b", b"12"])
    assert strings_native.sizes(texts, False).tolist() == [3, 2]
    assert strings_native.split(texts, b" ", True)[1].tolist() == [b"a", b"b", b"12"]
    assert strings_native.numbers(texts, np.dtype("float32"))[1] == [0]
    assert strings_native.joined([texts, texts], b"", (2,)).tolist() == [b"a ba b", b"1212"]
    assert strings_native.table(texts, b",", True, [], 1, b"").field(0, 1) == b"12"
    assert strings_native.raw(objects([b"ab"]), 2, np.dtype("uint8")).tolist() == [[97, 98]]


def test_what_is_not_bytes_is_left_to_python_without_an_error_of_the_kernel():
    for bad in ("text", None, 5):
        texts = objects([b"a", bad])
        for made in (
            strings_native.sizes(texts, False),
            strings_native.parts(texts, 0, 1, False),
            strings_native.stripped(texts),
            strings_native.cased(texts, True),
            strings_native.base64(texts, True),
            strings_native.joined([texts], b"", (2,)),
            strings_native.split(texts, b" ", True),
            strings_native.numbers(texts, np.dtype("int64")),
            strings_native.table(texts, b",", True, [], 1, b""),
            strings_native.raw(texts, 1, np.dtype("uint8")),
        ):
            assert made is None


def test_new_texts_are_held_by_their_array_alone_and_given_ones_by_nobody_new():
    text = b"some text, that is a long one"
    given = objects([text] * 3)
    plain = objects([bytes([65] * 100)])
    before = sys.getrefcount(text)
    for _ in range(3):
        made = [
            strings_native.parts(given, 1, 5, False),
            strings_native.stripped(given),
            strings_native.cased(given, True),
            strings_native.base64(given, True),
            strings_native.joined([given, given], b"-", (3,)),
            strings_native.split(given, b",", True)[1],
            strings_native.table(given, b",", True, [], 2, b"").column(0, np.dtype("O"))[0],
        ]
        for array in made:
            assert [sys.getrefcount(array[i]) for i in range(3)] == [sys.getrefcount(plain[0])] * 3
        strings_native.sizes(given, True)
        strings_native.numbers(given, np.dtype("float32"))
        strings_native.raw(given, len(text), np.dtype("uint8"))
    assert sys.getrefcount(text) == before


def test_arrays_are_asked_for_their_elements_where_these_are():
    whole = np.arange(20)
    for array in (
        whole,
        whole[3:],
        whole[5:9],
        whole[::-2],
        whole.view(np.uint8),
        np.empty((0, 3)),
        np.array(["a"], object),
    ):
        assert memory.header_holds_address(array)
        assert memory.address(array) == array.ctypes.data


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("precision", [-1, 0, 1, 5, 9, 10])
def test_real_numbers_are_written_as_in_python(kind, precision, monkeypatch):
    chance = np.random.RandomState(0)
    numbers = [0.0, -0.0, 0.5, 1.5, 2.5, -1e-9, 5e-324, 999999999.99, 1e9, -1e9, 1e30, np.inf, -np.inf, np.nan]
    numbers += (chance.rand(200) * 10.0 ** chance.randint(-12, 12, 200)).tolist()
    numbers += ((2 * chance.randint(0, 1 << 20, 200) + 1) / 2.0 ** chance.randint(1, 30, 200)).tolist()
    storage = tf.as_dtype(kind).as_numpy_dtype
    with np.errstate(over="ignore"):
        given = [np.array(numbers).astype(storage), np.array(numbers).astype(storage).reshape(2, -1).T]
    with tf.Graph().as_default():
        x = tf.placeholder(kind)
        text = tf.as_string(x, precision=precision)
        found = [outcome(text, x, value) for value in given]
        monkeypatch.setattr(native, "ready", lambda: None)
        assert_same(found, [outcome(text, x, value) for value in given])


def test_random_records_are_cut_as_in_python(monkeypatch):
    chance = random.Random(11)
    alphabet = b'a1,,""\n\r'
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.string, [None])
        forms = [{}, {"use_quote_delim": False}, {"select_cols": [1, 2]}, {"na_value": "a"}]
        fetches = [tf.decode_csv(x, [["z"], ["y"]], **form) for form in forms]
        given = [
            objects([bytes(chance.choices(alphabet, k=chance.randint(1, 9))) for _ in range(k % 2 + 1)])
            for k in range(400)
        ]

        def run(fetch, value):
            try:
                return [column.tolist() for column in sess.run(fetch, {x: value})]
            except tf.errors.OpError as error:
                return error.message

        found = [run(fetch, value) for fetch in fetches for value in given]
        monkeypatch.setattr(native, "ready", lambda: None)
        assert found == [run(fetch, value) for fetch in fetches for value in given]
