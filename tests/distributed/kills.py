"""Kills tasks of a cluster that trains, at random moments, and has them started anew.

`python -m tests.distributed.kills COUNT [SEED [WORKERS]]`: training must go on from the checkpoint after each, end within the
deadline, and count no step twice. The first worker is the chief.
"""

import pathlib
import random
import sys
import tempfile
import threading
import time

from penstock.cli import cluster as launcher

PROGRAM = pathlib.Path(__file__).with_name("programs") / "killed_program.py"


def latest(folder):
    """The text of the file that names the last checkpoint."""
    path = folder / "model" / "checkpoint"
    return path.read_text().splitlines()[0] if path.exists() else ""


def kill(cluster, folder, count, seed, deadline):
    """Kills `count` tasks, none before training has come further, then lets the program end."""
    chance = random.Random(seed)
    for number in range(count + 1):
        before, since = latest(folder), time.monotonic()
        while latest(folder) == before:  # it goes on
            if time.monotonic() - since > deadline:
                cluster.say(f"no progress for {deadline} seconds after kill {number}")
                cluster._ended.put((None, 3))
                return
            time.sleep(0.05)
        if number < count:
            time.sleep(chance.random() * 0.3)
            task = chance.choice(cluster.tasks)
            cluster.say(f"kill {number + 1}: {task}, {latest(folder)}, {time.monotonic() - since:.1f} s")
            cluster.processes[task].kill()
    (folder / "enough").touch()


def main(count, seed, workers=1, deadline=90.0):
    """Returns the exit code of the cluster."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        command = [sys.executable, "-m", "penstock", "run", str(PROGRAM), name]
        cluster = launcher.Cluster({"ps": 1, "worker": workers}, command, restarts=count)
        launcher._LONGEST_PAUSE = 0.2  # so many deaths are no accident here
        threading.Thread(target=kill, args=(cluster, folder, count, seed, deadline), daemon=True).start()
        code = cluster.run(grace=30.0)
        if (folder / "twice").exists():
            cluster.say((folder / "twice").read_text())
            return 4
        return code


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:4] if len(sys.argv) > 2 else [sys.argv[1], 0])))
