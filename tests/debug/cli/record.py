"""Writes recorded.json and recorded_dump.zip anew: what TensorFlow 1.15.5 answers to the commands of the tests.

Run it by a Python that has TensorFlow 1.15.5: `python tests/debug/cli/record.py`.
"""

import json
import os
import subprocess
import sys
import tempfile
import zipfile

import driver

FOLDER = driver.FOLDER


def commands(name, out):
    return [line.replace("OUT", out) for line in driver.lines(name)]


def record_offline(work):
    """One dump, and the offline analyzer on it."""
    dump, home = os.path.join(work, "dump"), os.path.join(work, "home")
    os.mkdir(home)
    program = os.path.join(FOLDER, "program.py")
    subprocess.check_call([sys.executable, program, "dump", dump], stderr=subprocess.DEVNULL)
    with zipfile.ZipFile(os.path.join(FOLDER, "recorded_dump.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for root, _, files in os.walk(dump):
            for file in sorted(files):
                path = os.path.join(root, file)
                archive.write(path, os.path.relpath(path, dump))
    argv = [
        sys.executable,
        "-m",
        "tensorflow.python.debug.cli.offline_analyzer",
        "--ui_type=readline",
        "--dump_dir",
        dump,
    ]
    lines = commands("offline_commands.txt", home)
    answers, _, _ = driver.answers(argv, lines, home)
    folders = {dump: "DUMP", home: "OUT"}
    return [driver.comparable(answer, folders) for answer in answers]


def main():
    with tempfile.TemporaryDirectory() as work:
        work = os.path.realpath(work)
        recorded = {"offline": record_offline(work)}
    with open(os.path.join(FOLDER, "recorded.json"), "w") as file:
        json.dump(recorded, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
