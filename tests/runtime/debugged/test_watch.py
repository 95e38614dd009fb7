"""What a debugged run dumps, judged by 1.15: the same tensors under the same names, the same numbers, the same errors."""

import os

import numpy as np
import pytest

import penstock as tf
from penstock import debug
from penstock.debug.lib import debug_data
from tests.debug.lib import dump_digest
from tests.runtime.debugged import watched_programs


@pytest.fixture(scope="module")
def theirs(peer_1_15, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("theirs"))
    return peer_1_15.run(
        """
    from tensorflow.python import debug
    space = {"__name__": "programs"}
    exec(open(programs).read(), space)
    result = {name: space["run"](tf, debug, np, name, folder) for name in space["PROGRAMS"]}
""",
        programs=os.path.abspath(watched_programs.__file__),
        folder=folder,
    )


@pytest.mark.parametrize("name", watched_programs.PROGRAMS)
def test_a_debugged_run_dumps_what_1_15_dumps(theirs, tmp_path, name):
    ours = watched_programs.run(tf, debug, np, name, str(tmp_path))
    assert ours["dumped"] == theirs[name]["dumped"]
    assert ours == theirs[name]


def test_1_15s_reader_says_the_same_of_our_dumps_as_ours(peer_1_15, tmp_path):
    names = [n for n in watched_programs.PROGRAMS if watched_programs.run(tf, debug, np, n, str(tmp_path))["dumped"]]
    folders = [str(tmp_path / name.replace(" ", "_")) for name in names]
    said = peer_1_15.run(
        """
    from tensorflow.python.debug.lib import debug_data
    space = {}
    exec(open(reader).read(), space)
    result = {folder: space["digest"](debug_data, folder) for folder in folders}
""",
        reader=os.path.abspath(dump_digest.__file__),
        folders=folders,
    )

    assert len(folders) > 10
    for folder in folders:
        assert dump_digest.digest(debug_data, folder) == said[folder]
