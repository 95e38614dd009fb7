"""Runs `programs/scenarios.py` on two parameter servers and two workers, each a process.

`python -m tests.distributed.run_scenarios PYTHON_WITH_1.15` writes what TensorFlow 1.15 finds to recorded_scenarios.json.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
RECORDED = FOLDER / "recorded_scenarios.json"


def run(*options, scenarios=()):
    """What each scenario found, by its name: a list with an item for each worker."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "penstock", "cluster", "up", "--ps", "2", "--worker", "2", *options]
        command += [str(FOLDER / "programs" / "scenarios.py"), folder, *scenarios]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=FOLDER.parents[1])
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    found = {}
    for line in done.stdout.splitlines():
        if "FOUND " in line:
            told = json.loads(line.partition("FOUND ")[2])
            found.setdefault(told["scenario"], [None, None])[told["task"]] = told["found"]
    return found


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(run("--python", sys.argv[1]), indent=1, sort_keys=True) + "\n")
