"""`penstock run` of a folder or a zip file whose program is Python 2."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile

import pytest

from tests.subprocesses import ROOT

FILES = {
    "__main__.py": """import sys
import helper, package.inner
import tensorflow as tf
print "half of seven:", 7 / 2, helper.half(9), package.inner.half(11)
print tf.Session().run(tf.constant(1) + 1), sys.argv[1:], __name__, __file__.replace("\\\\", "/").split("/")[-1]
if len(sys.argv) > 2:
    helper.fail()
""",
    "helper.py": 'def half(x):\n    return x / 2\n\ndef fail():\n    raise ValueError, "in the helper"\n',
    "package/__init__.py": "",
    "package/inner.py": "import other\ndef half(x):\n    return other.halves(x)[0]\n",
    "package/other.py": "def halves(x):\n    return map(lambda y: y / 2, xrange(x, x + 2))\n",
}


@pytest.fixture(params=["folder", "archive"])
def program(request, tmp_path):
    if request.param == "archive":
        path = tmp_path / "program.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in FILES.items():
                archive.writestr(name, text)
        return path
    for name, text in FILES.items():
        (tmp_path / "program" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "program" / name).write_text(text)
    return tmp_path / "program"


def run(*arguments):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_CACHE": "0"}
    command = [sys.executable, "-m", "penstock.cli.main", "run", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=100)


def test_all_its_modules_are_translated(program):
    done = run(program, "a")
    assert done.stdout == "half of seven: 3 4 5\n2 ['a'] __main__ __main__.py\n"
    assert done.returncode == 0 and done.stderr.count("is Python 2") == 1


def test_a_traceback_shows_the_lines_of_the_original(program):
    told = run(program, "a", "b").stderr
    assert 'raise ValueError, "in the helper"' in told and told.endswith("ValueError: in the helper\n")
    assert [line.split("/")[-1] for line in told.splitlines() if line.startswith("  File")] == [
        '__main__.py", line 7, in <module>',
        'helper.py", line 5, in fail',
    ]


def test_one_without_a_main_program_is_told(tmp_path):
    done = run(tmp_path)
    assert done.returncode == 1 and done.stderr == f"penstock: can't find '__main__' module in {str(tmp_path)!r}\n"
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("other.py", "")
    assert "can't find '__main__' module" in run(tmp_path / "empty.zip").stderr
