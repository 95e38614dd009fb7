"""Records the class and the text of the error that TensorFlow 1.15.5 gives to each program of `cases/`.

    PYTHONPATH=. python3.7 tests/errors/record.py [data columns ...]

Run from the tree's root by a Python with tensorflow==1.15.5. Only the first 200 characters of a text are kept.
"""

import importlib
import json
import os
import re
import signal
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
HERE = os.path.dirname(os.path.abspath(__file__))


def _too_long(*_):
    raise RuntimeError("the case takes too long")


def _words(text):
    """The beginning of a text, without the places that TensorFlow tells of."""
    if text.startswith("in converted code:"):
        text = text.strip().splitlines()[-1]
    text = re.sub(r"/[^\s'\"]+", "/...", re.sub(r"{{function_node \S+}} ", "", text))
    return " ".join(re.split(r"\[\[|Original stack trace|Originally defined at|Traceback", text)[0].split())[:200]


def main(names):
    from tests.errors.side import outcome, tf

    tf.logging.set_verbosity(tf.logging.FATAL)
    signal.signal(signal.SIGALRM, _too_long)
    for name in names:
        found = {}
        for title, program in importlib.import_module("tests.errors.cases." + name).CASES.items():
            start = time.time()
            signal.alarm(60)
            error = outcome(program)
            signal.alarm(0)
            found[title] = [type(error).__name__, _words(str(error))] if error else None
            if time.time() - start > 5:
                print(title, "took", round(time.time() - start, 1), "s")
        with open(os.path.join(HERE, "recorded", name + ".json"), "w") as f:
            json.dump(found, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    everything = sorted(f[:-3] for f in os.listdir(os.path.join(HERE, "cases")) if f.endswith(".py"))
    main(sys.argv[1:] or everything)
