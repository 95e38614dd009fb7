"""Strings are joined, split, matched, hashed, read and written as TensorFlow does it, byte for byte."""

import time

import numpy as np
import pytest

import penstock as tf
from penstock.ops.text import hashing, regex
from tests.ops.expressions import agree, program
from tests.ops.programs import ours, same_error

CASES = [
    'tf.string_join(["a", P(["x", "y"]), "b"], separator="-", name="j")',
    'tf.string_join([P("a"), P("b")])',
    'tf.strings.join([P([["a"], ["b"]]), P([["c"], ["d"]])], "::")',
    'tf.reduce_join(P([["a", "b"], ["c", "d"]]), 0)',
    'tf.reduce_join(P([["a", "b"], ["c", "d"]]), -1, separator=".")',
    'tf.reduce_join(P([["a", "b"], ["c", "d"]]), [0, 1])',
    'tf.reduce_join(P([["a", "b"], ["c", "d"]]), [1, 0], keepdims=True)',
    'tf.reduce_join(P([["a", "b"], ["c", "d"]]), reduction_indices=[], separator="x")',
    'tf.reduce_join(P([["a", "b"], ["c", "d"]]))',
    'tf.reduce_join(P(["a"], None))',
    'tf.strings.unsorted_segment_join(P(["a", "b", "c", "d"]), P([0, 2, 0, 2]), 3, separator=":")',
    'tf.strings.unsorted_segment_join(P([["a", "b"], ["c", "d"]]), [1, 1], 2)',
    'tf.string_split(P(["hello world", "a b c", "", "  x"]))',
    'tf.string_split(P(["hello world", " a  b"]), skip_empty=False)',
    'tf.string_split(P(["a,b;c", ";,"]), delimiter=",;")',
    'tf.string_split(P(["a,b;c", ";,"]), ",;", False)',
    'tf.string_split(P(["ab", "", "cde"]), "")',
    'tf.string_split(P(["ab"], None), P(" "))',
    'tf.strings.split(P(["a b", " c\\td  e ", ""]), result_type="SparseTensor")',
    'tf.strings.split(P(["a--b---c", "--", ""]), "--")',
    'tf.strings.split(P(["a b c d", "e  f  g  "]), maxsplit=1)',
    'tf.strings.split(P(["a b c d", " e  f  g  "]), maxsplit=0)',
    'tf.strings.split(P(["a,b,c,d"]), ",", 2)',
    'tf.substr(P(["hello", "world"]), 1, 3)',
    'tf.substr(P(["hello", "world"]), [1, -2], [3, 9])',
    'tf.substr(P("hello"), P([1, 2]), P([2, 2]))',
    'tf.substr(P([["one", "two"], ["ten", "six"]]), [[0], [1]], [[1], [2]])',
    'tf.strings.substr(P(["héllo", "日本語"]), 1, 2, unit="UTF8_CHAR")',
    'tf.strings.substr(P(["héllo"]), -3, 2, unit="UTF8_CHAR")',
    'tf.strings.length(P(["héllo", "", "日本"]))',
    'tf.strings.length(P(["héllo", "", "日本"]), unit="UTF8_CHAR")',
    'tf.string_strip(P(["  a b\\n", "", "\\t"]))',
    'tf.strings.lower(P(["AbÉ", "x"]))',
    'tf.strings.upper(P(["abé", "x"]))',
    'tf.strings.lower(P(["AbÉ", "x"]), encoding="utf-8")',
    'tf.strings.upper(P(["abé", "x"]), encoding="utf-8")',
    'tf.regex_replace(P(["a1b22", "333"]), "[0-9]+", "<\\\\0>")',
    'tf.regex_replace(P(["a1b22", "333"]), "[0-9]+", "#", replace_global=False)',
    'tf.regex_replace(P(["abc", "bb", ""]), P("b*"), P("-"))',
    'tf.regex_replace(P(["John Smith"]), "(\\\\w+) (\\\\w+)", "\\\\2 \\\\1")',
    'tf.regex_replace(P(["a.b", "x$y"]), "[[:punct:]]", "")',
    'tf.regex_replace(P(["日本語x", "é"]), ".", "-")',
    'tf.regex_replace(P(["Été à la plage"]), "\\\\pL+", "w")',
    'tf.regex_replace(P(["Hello hello"]), "(?i)HELLO", "x")',
    'tf.regex_replace(P(["a\\nb\\n"]), "$", "!")',
    'tf.regex_replace(P(["a\\nb"]), "(?m)^", ">")',
    'tf.regex_replace(P(["a+b"]), "\\\\Qa+\\\\E", "x")',
    'tf.strings.regex_full_match(P(["abc", "abcd", "xabc"]), "a.c")',
    'tf.strings.regex_full_match(P(["abc\\n", "abc"]), P("abc$"))',
    'tf.strings.regex_full_match(P(["\\x0b", " "]), "\\\\s")',
    'tf.string_to_hash_bucket(P(["a", "hello world", ""]), 1000)',
    'tf.string_to_hash_bucket_fast(P([["a", "hello"], ["world", ""]]), 7)',
    'tf.string_to_hash_bucket_strong(P(["a", "hello", "world"]), 1 << 40, [1, 2])',
    'tf.as_string(P([1.5, -2.25, 1e10, 1e-7]))',
    'tf.as_string(P([1.5, -2.25, 1e10, float("nan"), float("inf")]), precision=2)',
    'tf.as_string(P([1.5, -2.25, 1e10]), scientific=True)',
    'tf.as_string(P([1.5, 0.1, 1e10]), shortest=True)',
    'tf.as_string(P([1.5, -2.25]), width=9, fill="0", precision=3)',
    'tf.as_string(P([1, -20, 300]), width=5)',
    'tf.as_string(P([1, -20, 300]), width=5, fill="+")',
    'tf.as_string(P([1, -20], dtype=np.int64))',
    'tf.as_string(P([True, False]))',
    'tf.as_string(P([1 + 2j], dtype=np.complex64))',
    'tf.string_to_number(P(["1.5", " -2e3 ", "inf", "+7", "1.0000001788139343261718750001"]))',
    'tf.string_to_number(P(["1.5", "nan", "-inf"]), tf.float64)',
    'tf.string_to_number(P(["1", "-2", " 30 "]), out_type=tf.int32)',
    'tf.string_to_number(P(["9223372036854775807"]), tf.int64)',
    'tf.decode_raw(P(["abcd", "efgh"]), tf.int16)',
    'tf.decode_raw(P("abcd"), tf.uint8)',
    'tf.decode_raw(P(["abcd"]), tf.int32, little_endian=False)',
    'tf.decode_raw(P(np.zeros([0, 2], object)), tf.int32)',
    'tf.encode_base64(P(["hello", "a", "", "??>"]))',
    'tf.encode_base64(P(["hello", "a", ""]), pad=True)',
    'tf.decode_base64(P(["aGVsbG8", "YQ==", "", "Pz8-"]))',
    'tf.decode_csv(P(["1,2.5,a", "3,,b", ",4,"]), [[7], [1.0], ["z"]])',
    'tf.decode_csv(P(\'"a ""q"" b",x\'), [[""], [""]])',
    'tf.decode_csv(P([\'"a,b",1\', "\\nd,3"]), [[""], np.zeros([0], np.int64)])',
    'tf.decode_csv(P(["1|NA|3"]), [[0], [5], [0]], field_delim="|", na_value="NA")',
    'tf.decode_csv(P(["1,2,3", "4,5,6"]), [[0.0], ["x"]], select_cols=[0, 2])',
    'tf.decode_csv(P([\'a"b,c\']), [[""], [""]], use_quote_delim=False)',
    'tf.decode_csv(P(["1,"]), [[0], ["d"]])',
    'tf.serialize_tensor(P([[1.0, 2.0]]))',
    'tf.serialize_tensor(P(["ab", "c"]))',
    'tf.serialize_tensor(P(3))',
    'tf.parse_tensor(tf.serialize_tensor(P([[1.0, 2.0]])), tf.float32)',
    'tf.parse_tensor(tf.serialize_tensor(P(["ab", "c"])), tf.string)',
    'tf.strings.unicode_transcode(P(["h\\u00e9", "\\u65e5"]), "UTF-8", "UTF-16-BE")',
    'tf.strings.unicode_transcode(P([b"a\\xffb", b"\\xe6\\x97"]), "UTF-8", "UTF-8")',
    'tf.strings.unicode_transcode(P([b"a\\xffb"]), "UTF-8", "UTF-8", errors="ignore")',
    'tf.strings.unicode_transcode(P([b"a\\x01b"]), "UTF-8", "UTF-8", replace_control_characters=True)',
    'tf.strings.unicode_script(P([0x41, 0x3b1, 0x65e5, -1, 0x110000]))',
    'tf.strings.format("{} and {}", [P([1, 2, 3, 4, 5, 6, 7, 8]), P("x")])',
]  # fmt: skip


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, _flat(expression))


def _flat(expression):
    """Sparse tensors in their parts."""
    return f"(lambda y: [y.indices, y.values, y.dense_shape] if isinstance(y, tf.SparseTensor) else y)({expression})"


FAILING = [
    'tf.string_join([["a"], P(["b", "c"], None)])',
    'tf.reduce_join(P(["a"], None), P([3]))',
    'tf.substr(P("abc"), 7, 1)',
    'tf.substr(P("abc"), P([1]), P([1, 2]))',
    'tf.regex_replace(P("a"), "(", "x")',
    'tf.regex_replace(P("a"), P("(?=a)"), "x")',
    'tf.strings.regex_full_match(P("a"), P(["x"]))',
    'tf.string_to_number(P("1.5x"))',
    'tf.string_to_number(P("1_0"))',
    'tf.string_to_number(P("1.5"), tf.int32)',
    'tf.string_to_number(P("2147483648"), tf.int32)',
    'tf.string_to_number(P("+2"), tf.int32)',
    'tf.string_to_number(P(""))',
    'tf.as_string(P([1]), precision=2)',
    'tf.as_string(P([1.0]), scientific=True, shortest=True)',
    'tf.as_string(P([1.0]), fill="xy")',
    'tf.decode_raw(P(["abc"]), tf.int16)',
    'tf.decode_raw(P(["abc", "de"]), tf.uint8)',
    'tf.decode_base64(P("a+b/"))',
    'tf.decode_base64(P("abcde"))',
    'tf.decode_csv(P(["1,2"]), [[0]])',
    'tf.decode_csv(P(["1,"]), [[0], np.zeros([0], np.int32)])',
    'tf.decode_csv(P(["x"]), [[0]])',
    'tf.decode_csv(P(["c,2\\n"]), [[""], [0]])',
    'tf.decode_csv(P([\'"a"b,c\']), [[""], [""]])',
    'tf.decode_csv(P([\'a"b\']), [[""]])',
    'tf.decode_csv(P([\'"ab\']), [[""]])',
    'tf.decode_compressed(P(["abc"]), "ZLIB")',
    'tf.decode_compressed(P(["abc"]), "LZ")',
    'tf.parse_tensor(P("abc"), tf.float32)',
    'tf.parse_tensor(tf.serialize_tensor(P([1.0])), tf.int32)',
    'tf.strings.unsorted_segment_join(P(["a"]), P([3]), 2)',
    'tf.strings.unicode_transcode(P([b"a\\xff"]), "UTF-8", "UTF-8", errors="strict")',
    'tf.strings.unicode_transcode(P([b"a"]), "KLINGON", "UTF-8")',
]  # fmt: skip


@pytest.mark.parametrize("expression", FAILING)
def test_what_tensorflow_refuses_is_refused_in_the_same_way(peer, monkeypatch, expression):
    same_error(peer, program(expression), monkeypatch, part="")


@pytest.mark.parametrize(
    "expression",
    [
        'tf.read_file(P(["a", "b"]))',
        'tf.read_file(P(["a"], None))',
        'tf.matching_files(P([["a"]]))',
        '[tf.write_file(P(["a"]), "b")] and P("a")',
        '[tf.write_file("a", P(["b"]))] and P("a")',
    ],
)
def test_names_of_files_are_scalars(peer, monkeypatch, expression):
    same_error(peer, program(expression), monkeypatch, part="")


def test_every_length_of_string_has_the_hashes_of_tensorflow(peer):
    random = np.random.default_rng(0)
    lengths = [*range(200), *[n for n in range(0, 300, 7) for _ in range(10)]]
    texts = np.empty(len(lengths), object)
    texts[:] = [random.integers(0, 256, n, dtype=np.uint8).tobytes() for n in lengths]
    buckets = (1 << 62) + 12345
    source = f"""
    found = [tf.strings.to_hash_bucket_fast(texts, {buckets}), tf.strings.to_hash_bucket(texts, {buckets}),
             tf.strings.to_hash_bucket_strong(texts, {buckets}, [12345, -678])]
    result = dict(hashes=tf.Session().run(found))
    """
    wanted = peer.run(source, texts=texts)["hashes"]
    items = texts.tolist()
    found = [hashing.fingerprint64(items), hashing.hash64(items), hashing.siphash(items, (12345, -678))]
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal((a % np.uint64(buckets)).astype(np.int64), b)


def test_one_string_is_hashed_as_many_are():
    texts = [bytes([i] * n) for n in (1, 5, 9, 20, 50, 150) for i in range(10)]
    for function in (hashing.fingerprint64, hashing.hash64, lambda t: hashing.siphash(t, (1, 2))):
        np.testing.assert_array_equal(function(texts), np.concatenate([function([t]) for t in texts]))


def test_data_is_decompressed():
    import gzip
    import zlib

    with tf.Graph().as_default(), tf.Session() as session:
        data = b"abc" * 100
        assert session.run(tf.decode_compressed(zlib.compress(data), "ZLIB")) == data
        assert session.run(tf.decode_compressed([gzip.compress(data)], "GZIP")).tolist() == [data]
        assert session.run(tf.decode_compressed(data)) == data


@pytest.mark.parametrize("pattern", [r"\1", "(?<=a)b", "a++", r"\p{Nothing}", "[[:nothing:]]", "[a", "\\"])
def test_what_re2_does_not_have_is_an_error(pattern):
    with pytest.raises(regex.RegexError):
        regex.full_match(pattern.encode(), [b"a"])


# What TensorFlow 1.15.5 made of (text, pattern, rewrite, all matches).
REWRITTEN = [
    (b"abc", b"b", rb"x\1y", True, b"axyc"),
    (b"abc", b"b", rb"x\9y", False, b"axyc"),
    (b"abc", b"b", rb"x\qy", True, b"axc"),
    (b"abc", b"b", rb"x\qy", False, b"abc"),
    (b"abc", b"b", b"x\\", True, b"axc"),
    (b"abc", b"b", b"x\\", False, b"abc"),
    (b"abc", b"b*", b"-", True, b"-a-c-"),
    (b"abc", b"(b)?", rb"[\1]", True, b"[]a[b]c[]"),
    (b"abcb", b"(z)?b", rb"[\1]", True, b"a[]c[]"),
    (b"\xe6\x97\xa5\xe6\x9c\xac", b"", b"-", True, b"-\xe6\x97\xa5-\xe6\x9c\xac-"),
    (b"\xe6\x97\xa5", rb"\C", b"x", True, b"xxx"),
    (b"\xff\xfea", b"", b"-", True, b"-\xff-\xfe-a-"),
    (b"\xff\xfea", b".", b"-", True, b"\xff\xfe-"),
    (b"\xe6\x97a", b"[^a]", b"-", True, b"\xe6\x97a"),
    (b"aaa", b"a*?", b"x", True, b"xaxaxax"),
    (b"aab", b"(?U)a+", rb"<\0>", True, b"<a><a>b"),
    (b"\xe2\x84\xaa", b"(?i)k", b"x", True, b"x"),
    (b"aXb", b"X", rb"\\", True, b"a\\b"),
    (b"aab", b"(?P<n>a)(?P<n>b)", rb"<\0>", True, b"a<ab>"),
]
REFUSED = [
    ("(", "missing ): ("),
    ("(?=a)", "invalid perl operator: (?="),
    ("(?<=a)b", "invalid perl operator: (?<"),
    ("a**", "bad repetition operator: **"),
    ("\\", "trailing \\"),
    ("[z-a]", "invalid character class range: z-a"),
    ("a{1001}", "invalid repetition size: {1001}"),
    (r"\pX", r"invalid character class range: \pX"),
    ("*a", "no argument for repetition operator: *"),
    (r"a\Eb", r"invalid escape sequence: \E"),
    ("(?P<n", "invalid named capture group: (?P<n"),
    ("(?i", "invalid perl operator: (?i"),
]


@pytest.mark.parametrize(("text", "pattern", "rewrite", "everywhere", "wanted"), REWRITTEN)
def test_matches_are_rewritten_as_in_1_15(text, pattern, rewrite, everywhere, wanted):
    assert regex.replace(pattern, rewrite, everywhere, [text]) == [wanted]
    assert regex.replace(pattern, rewrite, everywhere, [text] * 2) == [wanted] * 2


@pytest.mark.parametrize(("pattern", "told"), REFUSED)
def test_a_pattern_that_is_none_is_refused_in_the_words_of_1_15(pattern, told):
    with tf.Graph().as_default(), tf.Session() as session:
        for made in (tf.regex_replace("a", pattern, "x"), tf.strings.regex_full_match("a", tf.constant(pattern))):
            with pytest.raises(tf.errors.InvalidArgumentError) as caught:
                session.run(made)
            assert caught.value.message.split("\n")[0] == f"Invalid pattern: {pattern}, error: {told}"


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)(.*)(.*)[0-9]"])
def test_no_pattern_takes_exponential_time(pattern):
    start = time.perf_counter()
    for everywhere in (True, False):
        regex.replace(pattern.encode(), b"x", everywhere, [b"a" * 5000 + b"!"])
    regex.full_match(pattern.encode(), [b"a" * 5000 + b"!"])
    assert time.perf_counter() - start < 5.0


def test_result_type_is_checked(monkeypatch):
    with pytest.raises(ValueError, match="result_type must be"):
        ours('tf.string_split(["a"], result_type="x")', monkeypatch)


def test_a_negative_length_takes_all_that_follows():
    with tf.Graph().as_default(), tf.Session() as sess:
        assert sess.run(tf.substr(["hello", "ab"], [1, -1], [-1, -5])).tolist() == [b"ello", b"b"]
        assert sess.run(tf.substr("hello", -3, -1)) == b"llo"


def test_letters_change_case_in_two_encodings_only():
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match="only utf-8 or '' .* is supported, received latin"):
            sess.run(tf.strings.upper(["a"], encoding="latin"))


@pytest.mark.parametrize("ids, count, error", [("[0]", "3", "must be equal"), ("[0, 1]", "-1", "must be non-negative")])
def test_segments_that_do_not_fit_are_found_when_the_graph_is_made(ids, count, error):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=error):
        tf.strings.unsorted_segment_join([["a", "b"], ["c", "d"]], eval(ids), int(count))


def test_control_characters_are_those_below_space():
    text = b"a\x00\t\n\x1f\x7f\xc2\x85"
    with tf.Graph().as_default(), tf.Session() as sess:
        options = {"replace_control_characters": True, "replacement_char": ord("?")}
        for how, found in (("replace", b"a????\x7f\xc2\x85"), ("ignore", b"a\x7f\xc2\x85")):
            assert sess.run(tf.strings.unicode_transcode(text, "UTF-8", "UTF-8", errors=how, **options)) == found
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.run(tf.strings.unicode_transcode(text, "UTF-8", "UTF-8", errors="strict", **options))
        # Decoding to code points is strict about the encoding alone.
        assert sess.run(tf.strings.unicode_decode(b"a\n", "UTF-8", errors="strict", **options)).tolist() == [97, 63]


def test_halves_of_characters_are_joined_or_pass_as_in_1_15():
    with tf.Graph().as_default(), tf.Session() as sess:
        for how in ("replace", "ignore", "strict"):
            encoded = [
                sess.run(tf.strings.unicode_encode(points, to, errors=how))
                for points in ([97, 0xD83D, 0xDE00], [97, 0xD800])
                for to in ("UTF-8", "UTF-16-BE", "UTF-32-BE")
            ]
            assert encoded[:3] == ["a\U0001f600".encode(to) for to in ("utf-8", "utf-16-be", "utf-32-be")]
            assert encoded[3:] == [b"a\xef\xbf\xbd", b"\x00a\xd8\x00", b"\x00\x00\x00a\x00\x00\xd8\x00"]
