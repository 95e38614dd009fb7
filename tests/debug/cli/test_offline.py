"""The offline analyzer answers as TensorFlow 1.15.5 did: one dump of 1.15's, over a hundred commands, the same text."""

import os
import sys
import zipfile

import numpy as np
import pytest

from tests.debug.cli import driver
from tests.subprocesses import ROOT

RECORDED = driver.recorded()
COMMANDS = driver.lines("offline_commands.txt")
ANALYZER = [sys.executable, "-m", "penstock.debug.cli.offline_analyzer", "--ui_type=readline", "--dump_dir"]
# 1.15 fails on the information of a node that has a second output of another as its input: it takes `loop/Switch_1:1` for
# the name of a node.
BETTER = {"ni -a -d loop/mul": "loop/Switch_1:1"}


@pytest.fixture(scope="module")
def dump(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dump")
    with zipfile.ZipFile(os.path.join(driver.FOLDER, "recorded_dump.zip")) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def said(dump, tmp_path_factory):
    """Where the commands wrote files, and what they answered."""
    home = tmp_path_factory.mktemp("home")
    lines = [line.replace("OUT", str(home)) for line in COMMANDS]
    answers, code, errors = driver.answers([*ANALYZER, str(dump)], lines, home, PYTHONPATH=str(ROOT))
    assert code == 0, errors
    return home, [driver.comparable(answer, {dump: "DUMP", home: "OUT"}) for answer in answers]


def test_all_commands_were_answered_by_both(said):
    assert len(said[1]) == len(RECORDED["offline"]) == len(COMMANDS) + 1


@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=lambda n: f"{n}: {COMMANDS[n]}"[:60])
def test_a_command_is_answered_as_by_1_15(said, number):
    # Before the first prompt stands the list of tensors; then each answer follows its command.
    theirs, ours = RECORDED["offline"][number + 1], said[1][number + 1]
    if COMMANDS[number] in BETTER:
        assert theirs.startswith("Error occurred") and f"[Switch] {BETTER[COMMANDS[number]]}" in ours
    else:
        assert ours == theirs


def test_the_screen_that_it_begins_with_is_that_of_1_15(said):
    assert said[1][0] == RECORDED["offline"][0]


def test_files_that_commands_wrote_hold_what_was_shown(said):
    home, answers = said
    shown = answers[1 + COMMANDS.index("pt ns/product:0 > OUT/product.txt")]
    assert shown.startswith((home / "product.txt").read_text())
    value = np.load(home / "product.npy")
    np.testing.assert_array_equal(np.load(home / "eval.npy"), 2 * np.maximum(value, 0))
