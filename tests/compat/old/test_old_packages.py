"""Packages and functions of a program's time: what old releases import, what moved, and splitting where nothing is matched."""

import pytest

from tests.compat.old.test_hooks import run

# What Python 3.6.15 printed for each.
SPLITS = {
    ("(\\W+)?", "to the bathroom."): ["to", " ", "the", " ", "bathroom", ".", ""],
    ("\\s*", "a b  c"): ["a", "b", "c"],
    ("x*", "axbxxc"): ["a", "b", "c"],
    ("(a)|b*", "aab-b"): ["", "a", "", "a", "", None, "-", None, ""],
    ("(\\d*)", "12ab3"): ["", "12", "ab", "3", ""],
}


@pytest.mark.parametrize(("pattern", "text"), list(SPLITS))
def test_a_program_splits_as_before_python_3_7(program, pattern, text):
    done = program("import re\nfound = re.split(pattern, text)", pattern=pattern, text=text)
    assert done.found == SPLITS[pattern, text]


def test_splits_stop_after_so_many_and_libraries_split_as_today(program):
    assert program("import re\nfound = re.split('x*', 'axbxxc', 1)").found == ["a", "bxxc"]
    assert program("import re\nfound = re.split('x', 'axb')").found == ["a", "b"]
    library = compile("import re\nfound = re.split('x*', 'axb')", "/usr/lib/python3/dist-packages/words.py", "exec")
    names = {"__name__": "words"}
    exec(library, names)
    assert names["found"] == ["", "a", "", "b", ""]


def test_a_module_that_moved_is_found_from_its_package(tmp_path):
    (tmp_path / "sklearn").mkdir()
    (tmp_path / "sklearn/__init__.py").write_text("")
    (tmp_path / "sklearn/model_selection.py").write_text("def train_test_split():\n    pass\n")
    (tmp_path / "p.py").write_text(
        "from sklearn import cross_validation\nprint(cross_validation.train_test_split.__name__)\n"
    )
    done = run("p.py", cwd=tmp_path, cache=tmp_path / "cache")
    assert done.stdout == "train_test_split\n", done.stderr


@pytest.mark.parametrize(("release", "ends"), [("1.11", 0), ("3.4", 1)])
def test_an_old_release_of_a_package_sees_what_it_was_written_for(tmp_path, release, ends):
    (tmp_path / "networkx").mkdir()
    (tmp_path / "networkx/__init__.py").write_text("from fractions import gcd\nprint(gcd(12, 18))\n")
    (tmp_path / f"networkx-{release}.dist-info").mkdir()
    (tmp_path / f"networkx-{release}.dist-info/METADATA").write_text(f"Name: networkx\nVersion: {release}\n")
    (tmp_path / "p.py").write_text("import networkx\n")
    done = run("p.py", cwd=tmp_path, cache=tmp_path / "cache")
    assert (done.returncode, done.stdout) == ((0, "6\n") if ends == 0 else (1, "")), done.stderr
