"""Records what the programs of `programs/` print under Python 2.7: `python2.7 tests/compat/python2/record.py`.

That Python needs TensorFlow 1.15.0 (or 0.12.1: `--old`), NumPy before 1.17 and Pillow. Not run by CI, which compares with
what is recorded. This file is read by Python 2.
"""

import io
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = ["mnist_queue", "word2vec_zip", "charrnn/train", "translate/run", "cifar/eval", "dqn", "images"]
PROGRAMS += ["estimator_census", "config_threads", "string_ops", "saver_loop"]
# What 0.12.1 has the names for. (charrnn/train too, but its Adam took repeated rows of a sparse gradient one by one.)
OLD = [
    "mnist_queue",
    "word2vec_zip",
    "translate/run",
    "cifar/eval",
    "dqn",
    "config_threads",
    "saver_loop",
]


def main():
    old = "--old" in sys.argv
    for name in OLD if old else PROGRAMS:
        program = os.path.join(HERE, "programs", name + ".py")
        process = subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate()
        if process.returncode:
            sys.exit(name + " failed:\n" + err.decode("utf-8")[-2000:])
        target = os.path.join(HERE, "recorded", name.replace("/", "_") + (".0.12.txt" if old else ".txt"))
        with io.open(target, "w", encoding="utf-8") as f:  # noqa: UP020
            f.write(out.decode("utf-8"))


if __name__ == "__main__":
    main()
