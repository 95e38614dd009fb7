"""Tries a wheel where there is no compiler: `python tests/native/try_wheel.py dist/penstock-*.whl`. `make wheel` does so.

The wheel is unpacked into a folder of its own, and asked for a convolution on each kind of processor that this one is of, with a
`PATH` on which there is nothing and an empty cache.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """
import os, shutil
import numpy as np
import penstock as tf
from penstock import native
assert shutil.which("cc") is None and shutil.which("gcc") is None and shutil.which("clang") is None
library = native.ready()
assert library is not None, "no kernels"
assert os.environ["UNPACKED"] in library._name and os.environ["PENSTOCK_ISA"] in library._name, library._name
x = tf.constant(np.arange(72, dtype=np.float32).reshape(1, 6, 6, 2))
y = tf.nn.conv2d(x, tf.ones([3, 3, 2, 8]), [1, 1, 1, 1], "SAME")
assert tf.Session().run(y)[0, 2, 3, 1] == 549
print(os.path.basename(library._name))
"""


def main(wheel: str) -> None:
    _, _, python, abi, system = pathlib.Path(wheel).stem.split("-")
    assert (python, abi) == ("py3", "none") and system != "any", f"{wheel} is not for any Python on one system"
    with tempfile.TemporaryDirectory() as folder:
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--target",
        ]
        subprocess.run([*pip, folder, wheel], check=True)
        levels = "from penstock.native import build; print(*build.supported_levels())"
        nowhere = os.path.join(folder, "nowhere")
        env = {"PATH": nowhere, "PYTHONPATH": folder, "UNPACKED": folder, "HOME": nowhere, "PENSTOCK_CACHE": nowhere}
        run = {"cwd": folder, "check": True, "text": True, "capture_output": True}
        for level in subprocess.run([sys.executable, "-c", levels], env=env, **run).stdout.split():
            done = subprocess.run([sys.executable, "-c", PROGRAM], env={**env, "PENSTOCK_ISA": level}, **run)
            print(f"{wheel}: {done.stdout.strip()} works without a compiler")


if __name__ == "__main__":
    main(sys.argv[1])
