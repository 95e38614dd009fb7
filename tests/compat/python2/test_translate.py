"""Translated programs do what Python 2 did. What is printed here was checked with Python 2.7.18."""

from pathlib import Path

import pytest

from penstock.compat.python2 import load, translate


def printed(capsys, source):
    if isinstance(source, str):
        source = source.encode()
    done = translate.translate(source, "a.py")
    exec(compile(done.text, "a.py", "exec"), {"__builtins__": load.builtin_names(), "__name__": "a"})
    return capsys.readouterr().out


# Programs of Python 2, and after >>> what Python 2.7.18 prints.
PROGRAMS = [
    tuple(part.split(">>>\n"))
    for part in (Path(__file__).parent / "small_programs.txt").read_text(encoding="utf-8").split("====\n")
]


@pytest.mark.parametrize(("source", "expected"), PROGRAMS, ids=[p[0][:40] for p in PROGRAMS])
def test_a_program_prints_what_python_2_printed(source, expected, capsys):
    assert printed(capsys, source) == expected


def test_pickles_of_python_2_are_read_with_their_arrays(capsys):
    # cPickle.dumps({'data': numpy.uint8([200, 3])}) under Python 2.7 and NumPy 1.16
    old = (
        "(dp1\nS'data'\np2\ncnumpy.core.multiarray\n_reconstruct\np3\n(cnumpy\nndarray\np4\n(I0\ntS'b'\ntRp5\n(I1\n(I2\ntcnumpy"
        "\ndtype\np6\n(S'u1'\nI0\nI1\ntRp7\n(I3\nS'|'\nNNNI-1\nI-1\nI0\ntbI00\nS'\\xc8\\x03'\ntbs."
    )
    source = f"import cPickle\nfrom cStringIO import StringIO\nprint cPickle.load(StringIO({old.encode()!r}))['data']"
    assert printed(capsys, source) == "[200   3]\n"


def test_tensors_divide_as_under_python_2():
    import penstock as tf

    done = translate.translate(b"a = x / y\nb = 7 / y\nx /= y\nc = x\nd = f / 2\ng = x / 2.0 if 0 else None", "a.py")
    with tf.Graph().as_default(), tf.Session() as sess:
        names = {"x": tf.constant([7, -7]), "y": tf.constant(2), "f": tf.constant([3.0])}
        names["__builtins__"] = load.builtin_names()
        exec(done.text, names)
        values = sess.run([names[n] for n in "abcd"])
    assert [v.tolist() for v in values] == [[3, -4], 3, [3, -4], [1.5]]


@pytest.mark.parametrize("encoding", ["latin-1", "cp1251", "utf-8"])
def test_the_encoding_that_a_file_names_is_its_encoding(encoding, capsys):
    text = {"cp1251": "я"}.get(encoding, "é")
    source = f"# -*- coding: {encoding} -*-\n# {text}\nprint u'{text}'\n".encode(encoding)
    assert printed(capsys, source) == text + "\n"


def test_a_file_that_names_no_encoding_may_have_any(capsys):
    assert printed(capsys, b"# caf\xe9\nprint 'a'\n") == "a\n"


def test_lines_that_end_otherwise_are_read(capsys):
    assert printed(capsys, b"if 1:\r\n  print 'a'\r\n  print 7 / 2") == "a\n3\n"


def test_each_line_knows_the_line_it_comes_from():
    source = b"import urllib2\nfrom urllib import urlopen, quote\ndef f(a, (b, c)):\n    return reduce(a, b)\n"
    source += b"print 1,\\\n  2\nx = '''\n'''\nprint x\n"
    done = translate.translate(source, "a.py")
    original = done.original.split("\n")
    for text, line in zip(done.text.split("\n"), done.lines):
        word = {"return reduce(a, b)": "return", "print(x)": "print x", "print(1,\\": "print 1"}.get(text.strip())
        if word:
            assert word in original[line - 1]
    assert [n for n, text in zip(done.lines, done.text.split("\n")) if text == "print(x)"] == [9]


def test_what_neither_python_reads_is_an_error_at_its_line():
    with pytest.raises(SyntaxError) as caught:
        load.code_of(b"print 'a'\nx = 3\nfor for\n", "a.py")
    assert (caught.value.filename, caught.value.lineno) == ("a.py", 3)
    with pytest.raises(SyntaxError, match="never closed"):
        load.code_of(b"print(7\n", "a.py")
