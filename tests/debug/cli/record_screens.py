"""Writes recorded_screens.json anew: what the screens of TensorFlow 1.15.5 show after each step of the scripts of keys.

Run it by Penstock's Python, from the repository's folder: `python -m tests.debug.cli.record_screens TENSORFLOW`, where
TENSORFLOW is a Python with TensorFlow 1.15.5.
"""

import json
import os
import sys
import tempfile
import zipfile

from tests.debug.cli import driver, terminal

SILENCE = 0.7  # seconds after which a screen is complete
FILE = os.path.join(driver.FOLDER, "recorded_screens.json")


def play(argv, script, folder):
    """Runs a program in a terminal; returns the screens after its start and after each step of a script."""
    with terminal.Terminal(argv, {"HOME": folder, "PYTHONWARNINGS": "ignore"}, cwd=folder) as screen:
        assert screen.wait("Mouse: "), screen
        screen.settle(2 * SILENCE)
        shown = [screen.rows()]
        for step in driver.lines(script):
            screen.play(step)
            screen.settle(SILENCE)
            shown.append(screen.rows())
    return shown


def changes(shown):
    """Screens as the number of their rows and the rows that differ from the screen before."""
    before, found = [], []
    for rows in shown:
        changed = {number: row for number, row in enumerate(rows) if number >= len(before) or before[number] != row}
        found.append({"count": len(rows), "changed": changed})
        before = rows
    return found


def screens(name):
    """The recorded screens of a script, whole."""
    with open(FILE) as file:
        recorded = json.load(file)[name]
    rows, found = [], []
    for screen in recorded:
        rows = (rows + [None] * screen["count"])[: screen["count"]]
        for number, row in screen["changed"].items():
            rows[int(number)] = row
        found.append(list(rows))
    return found


def main():
    python = os.path.abspath(sys.argv[1])
    recorded = {}
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(os.path.join(driver.FOLDER, "recorded_dump.zip")) as archive:
            archive.extractall(os.path.join(folder, "dump"))
        argv = [python, "-m", "tensorflow.python.debug.cli.offline_analyzer", "--dump_dir=dump"]
        recorded["offline"] = changes(play(argv, "screen_steps.txt", folder))
    with open(FILE, "w") as file:
        json.dump(recorded, file, indent=0)
        file.write("\n")


if __name__ == "__main__":
    main()
