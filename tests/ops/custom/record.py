"""Writes `recorded.json` and `recorded_word2vec.json`: what real TensorFlow 1.15 answers to `cases.py` and
`word2vec_training.py` with the same sources, compiled with its headers.

.venv-1.15/bin/python tests/ops/custom/record.py
"""

import json
import os
import subprocess
import sys
import tempfile

import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import cases  # noqa: E402
import word2vec_training  # noqa: E402


def main():
    assert tf.__version__.startswith("1.15"), tf.__version__
    with tempfile.TemporaryDirectory() as folder:
        modules = []
        for name in [*cases.LIBRARIES, "word2vec"]:
            target = os.path.join(folder, name + ".so")
            source = os.path.join(HERE, "sources", name + ".cc")
            command = ["g++", "-std=c++11", "-O1", "-DNDEBUG", "-shared", source, "-o", target, "-fPIC"]
            subprocess.check_call(command + tf.sysconfig.get_compile_flags() + tf.sysconfig.get_link_flags())
            modules.append(tf.load_op_library(target))
        made = cases.cases(tf, cases.Joined(modules[:-1]))
        recorded = {"answers": {name: cases.answer(tf, make) for name, make in made.items()}, "signatures": {}}
        for module in modules[:-1]:
            recorded["signatures"].update(cases.signatures(module))
        trained = word2vec_training.train(tf, modules[-1], os.path.join(folder, "text"), steps=150)
    with open(os.path.join(HERE, "recorded_word2vec.json"), "w") as file:
        json.dump(trained, file, indent=1, sort_keys=True)
        file.write("\n")
    with open(os.path.join(HERE, "recorded.json"), "w") as file:
        json.dump(recorded, file, indent=1, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
