"""Many strings are split and rewritten at once: with the same results as one by one."""

from __future__ import annotations

import random

import pytest

import penstock as tf
from penstock.ops.text import hashing, regex
from penstock.ops.text import split as string_split

PATTERNS = [
    *(
        rb"x([0-9])",
        rb"a+b?",
        rb".b",
        rb"[^a]b",
        rb"(a|b|,)+",
        rb"a$",
        rb"^a",
        rb"\s+",
        rb"\bab",
        rb"(?i)A",
        rb"(?s)a.",
    ),
    *(rb"(a)|b", rb"(a?)(,)?x", rb"a{2}", rb"[a-c,]", rb"a*?b", rb"[[:space:]]x", rb"\x00", rb"\n+", rb"\x1f|b"),
]


def texts(alphabet: bytes, seed: int) -> list[bytes]:
    chance = random.Random(seed)
    return [bytes(chance.choices(alphabet, k=chance.randint(0, 8))) for _ in range(chance.randint(2, 300))]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_texts_rewritten_together_are_those_rewritten_alone(pattern):
    for seed in range(20):
        given = texts(b"abx1 \t,\n\0\x1f" if seed % 2 else b"abx1 ,", seed)
        groups = [rb"\1.\0\1"] if b"(a" in pattern or b"([" in pattern else []
        for rewrite in (rb"<\0>", rb"y", rb"\n"[1:], b"\n", b"\0", b"", rb"\\\0\\", *groups):
            together = regex.replace(pattern, rewrite, True, given)
            assert together == [regex.replace(pattern, rewrite, True, [text])[0] for text in given]


def test_simple_patterns_are_matched_all_at_once_and_those_that_see_their_surroundings_are_not():
    assert regex._simple(rb"x[0-9]").separators
    assert regex._simple(rb".b").separators == [b"\n"]
    assert not regex._simple(rb"[^a]b").separators
    for pattern in (
        rb"^a",
        rb"a\z",
        rb"\bab",
        rb"(?s)a.",
        rb"a+b",
        rb"a|b",
        rb"(a)",
        rb"a{2}",
        rb"a*",
        rb"[[:nothing:]]",
    ):
        assert regex._simple(pattern) is None


@pytest.mark.parametrize("seed", range(20))
def test_simple_patterns_match_what_re2_matches(seed):
    chance = random.Random(seed)
    members = ["a-c", "[:punct:]", "\\d", "\\s", "\\w", "x", ".", "\\-", "[:space:]", " ", "\\]", "^b", "0-9"]
    singles = ["a", "x", " ", "\\.", "\\d", "\\s", "\\w", ".", "-", "\\[", "\\\\"]
    compared = 0
    for _ in range(50):
        classes = ["[" + chance.choice(["", "^"]) + "".join(chance.sample(members, 2)) + "]" for _ in range(2)]
        pattern = "".join(chance.choices(singles + classes, k=chance.randint(1, 3))) + chance.choice(["", "+"])
        simple, given = regex._simple(pattern.encode()), texts(b"abx19 .-[]\\^\n\v\t\xc3\xa9", seed)
        assert simple is not None, pattern
        for rewrite in (b"", rb"<\0\\\0>", rb"\1n"):
            for everywhere in (True, False):
                done = regex.replace(pattern.encode(), rewrite, everywhere, given)
                match, pieces = regex._compiled(pattern.encode(), True).Match, regex._parsed(rewrite)[0]
                one = regex._replace_all if everywhere else regex._replace_first
                assert done == [one(match, pieces, text) for text in given], (pattern, rewrite)
                compared += 1
        match = regex._compiled(pattern.encode(), False).Match
        alone = [match(regex._WHOLE, text, 0, len(text))[0] != (-1, -1) for text in given]
        assert regex.full_match(pattern.encode(), given) == alone, pattern
    assert compared == 300


@pytest.mark.parametrize(
    "size", [string_split._MIN_STRINGS - 1, string_split._MIN_STRINGS, 3 * string_split._MIN_STRINGS]
)
def test_texts_split_together_are_those_split_alone(size):
    given = (texts(b"ab \t,,  \n", 1) * size)[:size]
    whole = tf.Session().run(
        [
            tf.string_split(given, ","),
            tf.string_split(given, ",", skip_empty=False),
            tf.strings.split(given, ",", result_type="SparseTensor"),
            tf.strings.split(given, result_type="SparseTensor"),
        ]
    )
    rows = [[text.split(b",") for text in given] for _ in range(3)] + [[text.split() for text in given]]
    rows[0] = [[part for part in row if part] for row in rows[0]]
    for found, expected in zip(whole, rows, strict=True):
        places = [[i, j] for i, row in enumerate(expected) for j in range(len(row))]
        assert found.indices.tolist() == places
        assert found.values.tolist() == [part for row in expected for part in row]
        assert found.dense_shape.tolist() == [size, max(map(len, expected))]


def test_hashes_that_are_remembered_are_those_that_were_computed():
    given = [b"%d" % i for i in range(100)]
    for compute in (hashing.fingerprint64, hashing.hash64, lambda t: hashing.siphash(t, (1, 2))):
        hashing.forget()
        first = compute(given).tolist()
        assert compute(given).tolist() == first
        assert compute(given[::-1]).tolist() == first[::-1]
        assert compute([*given, b"new"]).tolist()[:100] == first
    assert hashing.siphash(given, (3, 4)).tolist() != hashing.siphash(given, (1, 2)).tolist()


def test_hashes_of_late_are_not_those_that_a_caller_has_written_over():
    hashing.forget()
    given = [b"a", b"b"]
    wanted = hashing.fingerprint64(given).tolist()
    for _ in range(3):
        found = hashing.fingerprint64(list(given))
        assert found.tolist() == wanted
        found[:] = 0
    given[1] = b"c"
    assert hashing.fingerprint64(given).tolist()[0] == wanted[0] != hashing.fingerprint64(given).tolist()[1]
    assert hashing.fingerprint64(given).tolist()[1] != wanted[1]
