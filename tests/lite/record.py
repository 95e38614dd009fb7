"""Records what TensorFlow 1.15 converts the networks to, and what its interpreter computes: run by a Python that has it."""

import os
import pathlib
import sys

os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]  # for toco_from_protos
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import networks  # noqa: E402

FOLDER = HERE / "recorded"


def main():
    FOLDER.mkdir(exist_ok=True)
    outputs = {}
    for name, kind in networks.CASES:
        content = networks.convert(tf, name, kind)
        label = "%s.%s" % (name, kind)
        (FOLDER / (label + ".tflite")).write_bytes(content)
        found = networks.run(tf.lite.Interpreter(model_content=content))
        outputs.update(("%s/%d" % (label, i), value) for i, value in enumerate(found))
        print(label, len(content))
    np.savez_compressed(str(FOLDER / "outputs.npz"), **outputs)


if __name__ == "__main__":
    main()
