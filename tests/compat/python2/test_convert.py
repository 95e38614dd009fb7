"""`penstock convert` writes Python 3, and leaves Python 3 alone."""

import pytest

from penstock.cli import main as cli
from penstock.compat.python2 import convert
from tests.subprocesses import python

HEAD = "#!/usr/bin/env python\n# coding: utf-8\n'''What it does.'''\nfrom __future__ import absolute_import\n"
OLD = HEAD + "import sys\nprint >>sys.stdout, 'é'.upper(), sys.argv[0:0], a(7) / a(2)\n"
NEW = HEAD + "from penstock.compat.python2.runtime import old_div\nimport sys\n"
NEW += "print('é'.upper(), sys.argv[0:0], old_div(a(7), a(2)), file=sys.stdout)\n"


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "old"
    (root / "pkg").mkdir(parents=True)
    (root / "main.py").write_text("import pkg.net\nprint pkg.net.half(7)\n")
    (root / "main.py").chmod(0o755)
    (root / "pkg" / "__init__.py").write_text("")
    (root / "pkg" / "net.py").write_bytes(b"import layers\r\ndef half(x):\r\n\treturn layers.two(x) / 2, u'%s' % 3\r\n")
    (root / "pkg" / "layers.py").write_bytes(b"def two(x): return x   # 7 / 2\r\n")
    (root / "data.txt").write_text("print 'a'")
    return root


def test_a_folder_is_written_anew_and_runs_under_python_3(folder, tmp_path, capsys):
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert cli.main(["convert", str(folder), "--out", str(tmp_path / "new")]) == 0
    out = capsys.readouterr()
    assert [line.rpartition("/")[2] for line in out.out.splitlines()] == ["main.py", "net.py"]
    assert out.err == "2 translated, 2 Python 3 already, 0 not readable\n"
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
    new = tmp_path / "new"
    assert (new / "pkg" / "layers.py").read_bytes() == before[folder / "pkg" / "layers.py"]
    assert (new / "data.txt").read_text() == "print 'a'"
    assert (new / "main.py").stat().st_mode & 0o777 == 0o755
    net = (new / "pkg" / "net.py").read_bytes()
    assert net.startswith(b"from penstock.compat.python2.runtime import old_div\r\nfrom . import layers\r\n")
    assert python(new / "main.py").stdout == "(3, '3')\n"


def test_files_are_replaced_in_place_and_a_second_time_changes_nothing(folder, capsys):
    assert cli.main(["convert", str(folder)]) == 0
    after = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert cli.main(["convert", str(folder)]) == 0
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == after
    assert capsys.readouterr().err.endswith("0 translated, 4 Python 3 already, 0 not readable\n")


def test_the_difference_is_shown_and_nothing_written(folder, capsys):
    before = (folder / "main.py").read_bytes()
    assert cli.main(["convert", "--diff", str(folder / "main.py")]) == 0
    out = capsys.readouterr().out
    assert "-print pkg.net.half(7)\n+print(pkg.net.half(7))\n" in out
    assert (folder / "main.py").read_bytes() == before


def test_helpers_are_imported_below_the_docstring_and_future_imports():
    assert convert.converted(OLD.encode(), "a.py") == (NEW.encode(), [])


def test_the_encoding_of_a_file_stays_its_encoding():
    source = "# coding: latin-1\nprint 'é'\n".encode("latin-1")
    assert convert.converted(source, "a.py") == ("# coding: latin-1\nprint('é')\n".encode("latin-1"), [])
    assert convert.converted(b"print 'caf\xe9'\n", "a.py") == ("print('café')\n".encode(), [])


def test_what_nobody_reads_is_named_and_left_alone(tmp_path, capsys):
    (tmp_path / "bad.py").write_text("print 'a'\nfor for\n")
    assert cli.main(["convert", str(tmp_path)]) == 1
    assert f"{tmp_path / 'bad.py'}:2: invalid syntax: neither Python 2 nor 3; left alone" in capsys.readouterr().err
    assert (tmp_path / "bad.py").read_text() == "print 'a'\nfor for\n"
    assert cli.main(["convert", str(tmp_path / "missing")]) == 2
    assert cli.main(["convert", str(tmp_path), "--out", str(tmp_path / "inside")]) == 2
