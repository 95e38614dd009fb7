"""Records what TensorFlow 1.15 itself says to programs of this folder; the files are read by `recorded.py`.

    python tests/contrib/record_115.py image layers_more ...

The Python is one with TensorFlow 1.15.5 (that is 3.7 at most, so this file and the programs are written for it). Each
name is a file of `programs/`; what its programs leave in `result` is kept in `recorded/`.
"""

import json
import os
import runpy
import sys
import textwrap
import traceback
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
HERE = os.path.dirname(os.path.abspath(__file__))


def plain(value):
    """Arrays as lists with a type, for JSON."""
    import numpy as np

    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, (np.ndarray, np.generic)):
        value = np.asarray(value)
        flat = value.ravel().tolist()
        if value.dtype.kind == "f":
            flat = [float("%.7g" % x) for x in flat]
        return {"dtype": value.dtype.name, "shape": list(value.shape), "values": flat}
    return value


def compact(results):
    """JSON with one line for each array or name."""
    text = json.dumps(results, indent=0, separators=(",", ":"))
    for long, short in ((",\n", ","), ("[\n", "["), ("\n]", "]"), ("{\n", "{"), ("\n}", "}"), (',"', ',\n"')):
        text = text.replace(long, short)
    return text + "\n"


def main():
    """Records the files that are named."""
    warnings.simplefilter("ignore")
    import numpy as np
    import tensorflow as tf

    tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    for name in sys.argv[1:]:
        results = {}
        for title, source in runpy.run_path(os.path.join(HERE, "programs", name + ".py"))["PROGRAMS"].items():
            tf.reset_default_graph()
            scope = {"tf": tf, "np": np}
            try:
                exec(compile(textwrap.dedent(source), title, "exec"), scope)
            except Exception:  # the others are worth having
                print("---", name, title)
                traceback.print_exc(limit=-2)
                continue
            results[title] = plain(scope["result"])
        text = compact(results)
        with open(os.path.join(HERE, "recorded", name + ".json"), "w") as file:
            file.write(text)
        print(name, len(results), "programs", len(text), "bytes", tf.__version__)


if __name__ == "__main__":
    main()
