"""Writes `recorded.json`: what the programs of this folder return with TensorFlow 1.15, whose Python runs this file."""

import importlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
MODULES = ["layer_programs", "training_programs"]


def programs():
    sys.path.insert(0, str(HERE))
    for module in MODULES:
        for name, function in sorted(vars(importlib.import_module(module)).items()):
            if (
                callable(function)
                and getattr(function, "__module__", "") == module
                and name[0] != "_"
                and name != "said"
            ):
                yield f"{module}.{name}", function


def main():
    import tensorflow as tf

    tf.compat.v1.logging.set_verbosity("ERROR")
    found = {}
    for name, function in programs():
        tf.keras.backend.clear_session()
        tf.compat.v1.set_random_seed(3)
        found[name] = function(tf)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in found.items())
    (HERE / "recorded.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
