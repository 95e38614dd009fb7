"""Hashes of strings in C have the bits of those in NumPy; texts are made of str and of integers as Python makes them."""

import sys

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.backend import arrays
from penstock.ops.text import hashing, hashing_native

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

HASHES = {
    "farm": hashing.fingerprint64,
    "murmur": hashing.hash64,
    "sip": lambda texts, limit=0: hashing.siphash(texts, (5, -7), limit),
}


def texts_of_all_lengths():
    random = np.random.RandomState(0)
    return [random.bytes(n) for n in range(301) for _ in range(3)]


@pytest.fixture
def without_kernels(monkeypatch):
    def turn_off():
        hashing.forget()
        monkeypatch.setattr(native, "ready", lambda: None)

    return turn_off


@pytest.mark.parametrize("which", HASHES)
@pytest.mark.parametrize("limit", [0, 1, 1000, (1 << 63) - 1])
def test_hashes_of_strings_of_all_lengths_are_those_of_numpy(which, limit, without_kernels):
    texts = texts_of_all_lengths()
    found = HASHES[which](texts, limit)
    without_kernels()
    wanted = HASHES[which](texts, limit)
    assert found.dtype == wanted.dtype == np.uint64
    np.testing.assert_array_equal(found, wanted)


def test_the_kernel_is_used():
    assert hashing_native.hashes(hashing_native.FARM, [b"tensor"], 100).tolist() == [42]


@pytest.mark.parametrize("kernels", [True, False])
@pytest.mark.parametrize("which", HASHES)
def test_arrays_of_any_shape_and_order_are_hashed_element_by_element(which, kernels, without_kernels):
    if not kernels:
        without_kernels()
    rows = np.empty((3, 4), object)
    rows.ravel()[:] = [b"%d" % i for i in range(12)]
    whole = HASHES[which](rows).reshape(3, 4)
    np.testing.assert_array_equal(HASHES[which](rows.T).reshape(4, 3), whole.T)
    np.testing.assert_array_equal(HASHES[which](rows[::2, 1::2]).reshape(2, 2), whole[::2, 1::2])
    assert HASHES[which](np.empty((0, 3), object)).shape == (0,)


def test_hashing_keeps_no_hold_of_a_string_and_says_what_is_none():
    text = bytes([65] * 1000)
    before = sys.getrefcount(text)
    hashing.fingerprint64([text] * 5)
    assert sys.getrefcount(text) == before
    with pytest.raises(TypeError, match="bytes"):
        hashing.fingerprint64([b"a", "b"])


@pytest.mark.parametrize("kernels", [True, False])
def test_strings_that_are_fed_become_bytes(kernels, without_kernels):
    if not kernels:
        without_kernels()
    words = tf.placeholder(tf.string)
    given = ["", "a", "ä", "日本語", "\U0001f600", "nul\0inside"]
    array = np.array(given, object).reshape(2, 3)
    with tf.Session() as sess:
        doubled = tf.strings.join([words, words])
        wanted = [2 * text.encode() for text in given]
        assert sess.run(doubled, {words: array}).ravel().tolist() == wanted
        assert sess.run(doubled, {words: array.T}).T.ravel().tolist() == wanted
        mixed = np.array([given[0].encode(), *given[1:]], object)
        assert sess.run(doubled, {words: mixed}).tolist() == wanted
        plain = np.array([text.encode() for text in given], object)
        assert sess.run(doubled, {words: plain}).tolist() == wanted
        assert sess.run(doubled, {words: "a"}) == b"aa"
        assert sess.run(doubled, {words: np.zeros([0, 2], object)}).shape == (0, 2)
        numpys = np.array([None, None], object)
        numpys[:] = [np.bytes_(b"x"), np.bytes_(b"y")]
        assert [type(t) for t in sess.run(tf.identity(words), {words: numpys})] == [bytes, bytes]
        with pytest.raises(UnicodeEncodeError):
            sess.run(doubled, {words: np.array(["a", "\ud800"], object)})
        with pytest.raises(tf.errors.InternalError, match="Unsupported object type int"):
            sess.run(doubled, {words: np.array(["a", 1], object)})


@pytest.mark.parametrize("kernels", [True, False])
@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64"])
def test_integers_become_text(kind, kernels, without_kernels):
    if not kernels:
        without_kernels()
    info = np.iinfo(kind)
    numbers = np.array([[info.min, info.max, 0], [-1, 9, 10]], kind)
    with tf.Session() as sess:
        given = tf.placeholder(kind)
        text = tf.as_string(given)
        assert sess.run(text, {given: numbers}).tolist() == [[b"%d" % n for n in row] for row in numbers.tolist()]
        assert sess.run(text, {given: numbers.T}).T.tolist() == sess.run(text, {given: numbers}).tolist()
        assert sess.run(text, {given: numbers[0, 0]}) == b"%d" % info.min
        assert sess.run(tf.as_string(given, width=4, fill="0"), {given: [7]}).tolist() == [b"0007"]


def test_new_texts_are_held_by_their_array_alone():
    plain = np.empty(1, object)
    plain[0] = bytes([65] * 1000)
    for made in (hashing_native.decimal(np.array([123456789])), hashing_native.encoded(np.array(["ab" * 50], object))):
        assert sys.getrefcount(made[0]) == sys.getrefcount(plain[0])


def crosses(limit, hash_key=None):
    """Crosses of columns that have one value in each row, and of others, that have not."""
    random = np.random.RandomState(3)
    words = np.array([[random.bytes(n % 90)] for n in range(70)], object)
    numbers = random.randint(-(1 << 62), 1 << 62, (70, 1))
    with tf.Graph().as_default(), tf.Session() as sess:
        dense, whole = tf.constant(words), tf.constant(numbers)
        places = np.stack([np.arange(70), np.zeros(70, np.int64)], 1)
        sparse = tf.SparseTensor(places, words[::-1, 0].tolist(), [70, 1])
        some = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [5, 6, 7], [70, 2])
        longer = tf.SparseTensor(places[:69], numbers[:69, 0], [70, 1])
        kinds = [
            [dense],
            [whole],
            [dense, whole],
            [sparse, dense, whole],
            [sparse, longer],
            [dense, some],
            [some, dense],
        ]
        found = sess.run([tf.sparse.cross_hashed(kind, limit, hash_key) for kind in kinds])
    return [[part.tolist() for part in value] for value in found]


@pytest.mark.parametrize("limit", [0, 1, 1000])
def test_crosses_are_those_of_numpy(limit, without_kernels):
    found = crosses(limit), crosses(limit, 12345)
    without_kernels()
    assert found == (crosses(limit), crosses(limit, 12345))
    assert found[0] != found[1] or limit == 1


@pytest.mark.parametrize("kernels", [True, False])
def test_parts_that_do_not_fit_are_told(kernels, without_kernels):
    if not kernels:
        without_kernels()
    with tf.Graph().as_default(), tf.Session() as sess:
        indices, values, shape = (tf.placeholder(kind) for kind in (tf.int64, tf.string, tf.int64))
        crossed = tf.sparse.cross_hashed([tf.SparseTensor(indices, values, shape), tf.constant([["a"], ["b"]])], 10)
        good = {indices: [[0, 0], [1, 0]], values: ["x", "y"], shape: [2, 1]}
        assert sess.run(crossed, good).indices.tolist() == [[0, 0], [1, 0]]
        for change in ({values: ["x"]}, {shape: [3, 1]}, {shape: [2]}, {indices: [0, 1]}, {values: [["x"], ["y"]]}):
            with pytest.raises(tf.errors.InvalidArgumentError):
                sess.run(crossed, good | change)


def test_positions_of_all_elements_are_told_from_others():
    every = np.stack([np.repeat(np.arange(3), 2), np.tile(np.arange(2), 3)], 1)
    assert arrays.are_all_positions(every, (3, 2))
    assert arrays.are_all_positions(np.asfortranarray(every), (3, 2))
    changed = every.copy()
    changed[4, 1] = 1
    assert not arrays.are_all_positions(changed, (3, 2))
    assert not arrays.are_all_positions(every, (2, 3))
    assert not arrays.are_all_positions(every[:5], (3, 2))
    assert not arrays.are_all_positions(every[:, :1], (3, 2))
    assert not arrays.are_all_positions(np.zeros([0, 2], np.int64), (0, 2))
