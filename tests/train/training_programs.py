"""Running a training program here and in TensorFlow in a folder each, and telling what both logged, wrote and counted."""

import logging
import os
import re
import textwrap

import penstock as tf
from tests.same_program import run_here

# What a program can use: `folder`, and `log`, which ends up in the result together with what it adds itself.
_BEFORE = """
import logging, os, time
_lines, result = [], {}
class _Keep(logging.Handler):
    def emit(self, record):
        _lines.append(f"{record.levelname}:{record.getMessage()}")
_keep = _Keep()
logging.getLogger("tensorflow").addHandler(_keep)
tf.logging.set_verbosity(tf.logging.INFO)
x = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])
y = tf.constant([[1.0], [2.0], [-1.0]])
def read_step():
    # A program that trains after this has no race between reading and counting the step, as Estimators do.
    try:
        from tensorflow.python.training.training_util import _get_or_create_global_step_read as read
    except ImportError:
        from penstock.train.training_step import get_or_create_global_step_read as read
    return read()
def model():
    w = tf.get_variable("w", [2, 1], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y), name="loss")
    tf.summary.scalar("loss", loss)
    step = tf.train.get_or_create_global_step()
    with tf.control_dependencies([read_step()]):
        return loss, tf.train.GradientDescentOptimizer(0.05).minimize(loss, global_step=step)
"""
# What only one side says: where a deprecated function was called, and lines that came after 1.15.
_NOT_IN_1_15 = ("deprecated", "Calling checkpoint listeners")
_AFTER = """
tf.logging.set_verbosity(tf.logging.ERROR)
logging.getLogger("tensorflow").removeHandler(_keep)
result["log"] = _lines
"""


def both(peer, tmp_path, source, **values):
    """Runs a program on both sides; returns the two results, whose "log" has no times, folders or warnings of age."""
    source = _BEFORE + textwrap.dedent(source) + _AFTER
    found = []
    propagate = logging.getLogger("tensorflow").propagate
    for name in ("here", "peer"):
        folder = str(tmp_path / name)
        os.makedirs(folder, exist_ok=True)
        if name == "here":
            tf.summary.FileWriterCache.clear()
            result = run_here(source, folder=folder, **values)
        else:
            result = peer.run(source, folder=folder, CONFIG=None, **values)
        result["log"] = [
            _timeless(line.replace(folder, "FOLDER"))
            for line in result["log"]
            if not any(part in line for part in _NOT_IN_1_15)
        ]
        found.append(result)
    logging.getLogger("tensorflow").propagate = propagate
    return found


def _timeless(line):
    line = line.replace("SymbolicTensor", "Tensor")
    line = re.sub(r"<class '[\w.]*\.(\w+)'>", r"<class \1>", line)
    line = re.sub(r"\d+\.\d+ sec\)", "T sec)", line)
    line = re.sub(r"\d+\.\d{5,}", lambda number: f"{float(number[0]):.4g}", line)  # sums in another order
    return re.sub(r"/sec: [\d.e+]+|/sec: inf", "/sec: N", line)


def files(folder):
    """The names of the files below a folder, event files without time and host."""
    found = []
    for path, _, names in os.walk(folder):
        for name in names:
            name = os.path.join(os.path.relpath(path, folder), name)
            found.append(re.sub(r"events\.out\.tfevents\..*", "events", name))
    return sorted(found)


def events(folder):
    """What the event files of a folder hold: (step, kind, what matters of it)."""
    found, folder = [], str(folder)
    for name in sorted(n for n in os.listdir(folder) if "tfevents" in n):
        for event in tf.train.summary_iterator(os.path.join(folder, name)):
            kind = event.WhichOneof("what")
            value = None
            if kind == "summary":
                value = [
                    (v.tag, None if v.tag.endswith("/sec") else round(v.simple_value, 4)) for v in event.summary.value
                ]
            elif kind == "session_log":
                path = event.session_log.checkpoint_path.replace(folder, "FOLDER")
                value = (event.session_log.status, path)
            elif kind == "tagged_run_metadata":
                value = event.tagged_run_metadata.tag
            found.append((event.step, kind, value))
    return found


def nodes(path):
    """The nodes of a graph.pbtxt, but for conditionals, which 1.x lowers, and what newer versions write otherwise."""
    from google.protobuf import text_format

    graph = text_format.Parse(path.read_text(), tf.GraphDef())
    return {
        n.name: (n.op, tuple(n.input), n.device)
        for n in graph.node
        if not re.search("/cond|^gradients/|^GradientDescent|^save/", n.name)
    }
