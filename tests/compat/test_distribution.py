"""TensorFlow 1.15.5 counts as installed after `install()`; `penstock enable` makes it so for a whole environment."""

import importlib.metadata
import os
import subprocess
import sys

import pytest

import penstock
from penstock import site
from tests.subprocesses import ROOT, python


def test_the_version_of_the_distribution_is_found_while_installed():
    penstock.install(strict=True)
    try:
        assert importlib.metadata.version("tensorflow") == importlib.metadata.version("TensorFlow") == "1.15.5"
        assert importlib.metadata.distribution("tensorflow").metadata["Name"] == "tensorflow"
        assert "tensorflow" in importlib.metadata.packages_distributions()
    finally:
        penstock.uninstall()
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("tensorflow")


def test_pkg_resources_finds_it():
    source = (
        "import penstock; penstock.install()\nimport pkg_resources\n"
        "print(pkg_resources.require('tensorflow>=1.4,<2')[0], pkg_resources.get_distribution('tensorflow').version)"
    )
    done = python("-c", source)
    assert done.stdout == "tensorflow 1.15.5 1.15.5\n", done.stderr


@pytest.fixture
def packages(tmp_path):
    folder = tmp_path / "packages"
    folder.mkdir()
    return folder


def plain(folder, source, *options):
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([str(ROOT), str(folder)]))
    return subprocess.run(
        [sys.executable, *options, "-c", source], capture_output=True, text=True, timeout=300, env=env
    )


def test_plain_python_imports_penstock_as_tensorflow_until_it_is_taken_back(packages):
    assert site.main(["status", str(packages)]) == 0 and not site.enabled(str(packages))
    assert site.main(["install", str(packages)]) == 0 and site.enabled(str(packages))
    source = (
        "import sys; assert 'penstock' not in sys.modules\n"
        "from tensorflow.python.framework import ops\nimport tensorflow as tf, numpy as np, importlib.metadata as m\n"
        "print(tf is sys.modules['penstock'], ops.Graph is tf.Graph, m.version('tensorflow'), np.int is int)"
    )
    done = plain(packages, source)
    assert done.stdout == "True True 1.15.5 True\n", done.stderr
    assert site.enable(str(packages)).is_file()  # once more changes nothing
    assert site.main(["uninstall", str(packages)]) == 0 and list(packages.iterdir()) == []
    assert "No module named 'tensorflow'" in plain(packages, "import tensorflow").stderr
    assert site.disable(str(packages)) is False


def test_stubs_of_somebody_else_are_left_alone(packages):
    theirs = packages / "tensorflow-stubs" / "__init__.pyi"
    theirs.parent.mkdir()
    theirs.write_text("real: bool\n")
    site.enable(str(packages))
    assert theirs.read_text() == "real: bool\n" and not (theirs.parent / "nn").exists()
    assert site.disable(str(packages)) and list(packages.iterdir()) == [theirs.parent]


def test_a_python_that_does_not_need_it_loads_nothing_of_it(packages):
    site.enable(str(packages))
    assert plain(packages, "import sys; print([m for m in sys.modules if m.startswith('penstock')])").stdout == "[]\n"


def test_real_tensorflow_is_left_alone(packages, capsys):
    (packages / "tensorflow").mkdir()
    (packages / "tensorflow" / "__init__.py").write_text("real = True\n")
    assert site.main(["install", str(packages)]) == 1
    assert "TensorFlow itself is installed here" in capsys.readouterr().err
    assert (
        site.disable(str(packages)) is False
        and (packages / "tensorflow" / "__init__.py").read_text() == "real = True\n"
    )


def test_a_wrong_word_shows_the_usage(capsys):
    assert site.main(["nope"]) == 2 and "usage" in capsys.readouterr().err
