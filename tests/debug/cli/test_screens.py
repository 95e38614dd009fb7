"""The screen of the debugger after each key and click is TensorFlow 1.15.5's: text, colours, links and cursor."""

import os
import sys
import zipfile

import pytest

from tests.debug.cli import driver, record_screens, terminal
from tests.subprocesses import ROOT

SECONDS = 30
# Where we do better, the rows of the screen that differ. After these steps it has the same screens again.
UNKNOWN_FLAG = {5}  # says which flag; 1.15 keeps that for itself
NO_SCREEN = {1, 5}  # 1.15 goes to a new screen in its history, which has nothing to show
TITLE = {0}  # 1.15 leaves the title as wide as it was in the smallest terminal
BETTER = {
    "enter @[4,0]": {26},  # says that the element is not shown; 1.15 says "Processing..." for ever
    "enter lt --nonsense": UNKNOWN_FLAG,
    "enter mouse": NO_SCREEN,
    "enter m off": NO_SCREEN,
    "enter mouse on": NO_SCREEN,
    "enter mouse maybe": NO_SCREEN,
    "enter mouse on off": NO_SCREEN,
    "resize 30 100": TITLE,
    "resize 40 130": TITLE,
    "enter pt wide:0[:,1]": TITLE,
    "press page down * 2": TITLE,
}


def differing(screen, recorded, but):
    shown = screen.rows()
    if len(shown) != len(recorded):
        return [f"{len(shown)} rows instead of {len(recorded)}"]
    return [
        f"row {number}: {ours}, 1.15 has {theirs}"
        for number, (ours, theirs) in enumerate(zip(shown, recorded))
        if ours != theirs and number not in but
    ]


def compare(argv, name, script, folder, better):
    """Plays a script and compares all screens with the recorded ones."""
    expected = record_screens.screens(name)
    steps = driver.lines(script)
    with terminal.Terminal(argv, {"HOME": str(folder), "PYTHONPATH": str(ROOT)}, cwd=folder) as screen:
        for step, recorded in zip(["the start", *steps], expected, strict=True):
            if step != "the start":
                screen.play(step)
            but = better.get(step, set())
            alike = screen.wait(lambda: not differing(screen, recorded, but), SECONDS)  # noqa: B023
            assert alike, "\n".join([f"after {step!r}:", *differing(screen, recorded, but), str(screen)])
        screen.type("exit\r")
        return screen.ended(SECONDS)


@pytest.fixture
def dump(tmp_path):
    with zipfile.ZipFile(os.path.join(driver.FOLDER, "recorded_dump.zip")) as archive:
        archive.extractall(tmp_path / "dump")
    return tmp_path


def test_the_screens_of_the_offline_analyzer_are_those_of_1_15_after_every_key_and_click(dump):
    argv = [sys.executable, "-m", "penstock.debug.cli.offline_analyzer", "--dump_dir=dump"]
    assert compare(argv, "offline", "screen_steps.txt", dump, BETTER) == 0
    # Written by `pt ns/y:0 > y.txt`, and by `config set`.
    assert (dump / "y.txt").read_text().startswith('Tensor "ns/y:0:DebugIdentity":')
    assert '"mouse_mode": true' in (dump / ".tfdbg_config").read_text()
