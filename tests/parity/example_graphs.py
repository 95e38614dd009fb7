"""The operations that the examples of all docstrings leave in their graphs, looked at in the same way under Penstock and 1.15.

    .venv/bin/python -m tests.parity.test_example_graphs | python3.7 tests/parity/example_graphs.py

writes recorded_example_graphs.json anew: the first tells the examples, the second is a Python with TensorFlow 1.15. That half
imports nothing of Penstock, and runs under Python 3.7 too.
"""

import contextlib
import hashlib
import io
import json
import os
import signal
import sys
import tempfile
from pathlib import Path

import numpy as np

RECORDED = Path(__file__).resolve().parent / "recorded_example_graphs.json"
SECONDS = 60
# What becomes a function here, and what the pipelines of data make for themselves: such graphs are not recorded.
OTHERWISE_MADE = (
    "Switch",
    "Merge",
    "Enter",
    "TensorArrayV3",
    "RefSwitch",
    "RefMerge",
    "RefEnter",
    "Iterator",
    "Dataset",
)
# Where 1.15 waits for a server for ever, in C++, where no alarm reaches it.
WAITING = "experimental_connect_to_"


class Late(BaseException):
    """An example takes too long."""


def key(name, parts):
    """The public name, and a hash of what its example does."""
    return "%s %s" % (name, hashlib.sha1("".join(source for source, _ in parts).encode()).hexdigest()[:8])


def operations(tf, parts):
    """The types and names of the operations that an example makes, "Type name" in order of its graphs; None if it fails.

    What it prints is not looked at: numbers are written otherwise by other releases of NumPy.
    """
    made, plain = [], tf.Graph.__init__

    def noted(graph, *arguments, **settings):
        plain(graph, *arguments, **settings)
        if type(graph) is tf.Graph:
            made.append(graph)

    def late(*_):
        raise Late()

    before, hook, alarm = os.getcwd(), sys.displayhook, signal.signal(signal.SIGALRM, late)
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        try:
            signal.alarm(SECONDS)
            tf.Graph.__init__, sys.displayhook = noted, lambda value: None
            os.chdir(folder)
            with tf.Graph().as_default():
                _run(tf, parts)
        except (Exception, Late, SystemExit):
            return None
        finally:
            signal.alarm(0)
            tf.Graph.__init__, sys.displayhook = plain, hook
            signal.signal(signal.SIGALRM, alarm)
            os.chdir(before)
            tf.disable_resource_variables()
    if not all(graph.__dict__ for graph in made):  # Keras takes a graph apart when it is done with it
        return None
    return ["%s %s" % (op.type, op.name) for graph in made for op in graph.get_operations()]


def _run(tf, parts):
    given = {"tf": tf, "np": np, "__name__": "example"}
    for source, wanted in parts:
        if "+SKIP" in source:
            continue
        try:
            exec(compile(source, "<example>", "single"), given)
        except Exception:
            if not wanted.startswith("Traceback"):
                raise


def comparable(lines):
    """Whether a graph of 1.15 can be the same here."""
    kinds = {line.split(" ", 1)[0] for line in lines}
    return not any(
        part in kind if part in OTHERWISE_MADE[-2:] else part == kind for kind in kinds for part in OTHERWISE_MADE
    )


def shortened(lines):
    """The lines as one text; each begins with how much of the one before it repeats, of its name and of the operation's."""
    rows, last = [], ["", ""]
    for line in lines:
        words, row = line.split(" ", 1), []
        for word, before in zip(words, last):
            same = len(os.path.commonprefix([word, before]))
            row.append("%s%s" % (same or "", "|" + word[same:]))
        rows.append(" ".join(row))
        last = words
    return "\n".join(rows)


def lengthened(text):
    """The lines of a shortened text."""
    lines, last = [], ["", ""]
    for row in text.split("\n") if text else ():
        words = []
        for part, before in zip(row.split(" ", 1), last):
            same, _, rest = part.partition("|")
            words.append(before[: int(same or 0)] + rest)
        lines.append(" ".join(words))
        last = words
    return lines


def main():
    """Records what 1.15 makes: None for examples that fail there, or whose graphs cannot be compared."""
    examples = json.load(sys.stdin)
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf

    tf.logging.set_verbosity(tf.logging.ERROR)
    sys.modules["penstock"] = tf
    found = {}
    for name, parts in sorted(examples.items()):
        lines = None if WAITING in name else operations(tf, parts)
        found[key(name, parts)] = shortened(lines) if lines is not None and comparable(lines) else None
    RECORDED.write_text(json.dumps(found, indent=0, separators=(",", ":")) + "\n")
    print("%d examples, %d recorded" % (len(found), sum(text is not None for text in found.values())))
    os._exit(0)  # threads of examples may still wait


if __name__ == "__main__":
    main()
