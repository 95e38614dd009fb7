"""Writes recorded.json: what the programs print when they are compiled with TensorFlow 2.15's headers and libtensorflow_cc.

    python -m tests.cpp.record PYTHON_1_15 PYTHON_2_15

1.15 writes the files that they read (its wheel has no C++ library for programs, so 2.15 runs them).
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from tests.cpp import build

RUNS = {
    "api": ["{folder}"],
    "example_trainer": [],
    "shapes": [],
    "label_image": ["--root_dir={folder}", "--graph=classes.pb"],
}


def main():
    python_1_15, python_2_15 = sys.argv[1:]
    ask = "import tensorflow as tf, os; print(os.path.dirname(tf.__file__))"
    package = subprocess.run([python_2_15, "-c", ask], check=True, capture_output=True, text=True).stdout.strip()
    flags = [f"-I{package}/include", "-DEIGEN_MAX_ALIGN_BYTES=64", f"-L{package}", "-l:libtensorflow_cc.so.2"]
    flags += ["-l:libtensorflow_framework.so.2", f"-Wl,-rpath,{package}"]
    recorded = {}
    with tempfile.TemporaryDirectory() as folder:
        files = pathlib.Path(__file__).with_name("files.py")
        subprocess.run([python_1_15, str(files), folder], check=True, capture_output=True)
        for name, arguments in RUNS.items():
            program = build.compiled(name, folder, flags, "c++17", warnings=False)
            recorded[name] = build.printed(program, *(a.format(folder=folder) for a in arguments))
    pathlib.Path(__file__).with_name("recorded.json").write_text(json.dumps(recorded, indent=1) + "\n")


if __name__ == "__main__":
    main()
