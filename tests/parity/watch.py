"""What a graph program leaves behind, looked at in the same way under Penstock and under TensorFlow 1.15.

    python tests/parity/watch.py      (a Python with TensorFlow 1.15) writes recorded_graphs.json anew

Runs under Python 3.7 too, and imports nothing of Penstock.
"""

import hashlib
import importlib.util
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "recorded_graphs.json"
FAMILIES = ("control_flow", "models", "training")
SEED = 7
# What becomes a function here; collections that only hold it.
CONTROL_FLOW = (
    "Switch",
    "Merge",
    "Enter",
    "TensorArrayV3",
    "If",
    "StatelessIf",
    "While",
    "StatelessWhile",
    "TensorListReserve",
)
CONTEXTS = ("cond_context", "while_context")


def programs():
    """All programs, by the name of their family and their own."""
    found = {}
    for family in FAMILIES:
        spec = importlib.util.spec_from_file_location(family, str(HERE / "graphs" / (family + ".py")))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, function in vars(module).items():
            if callable(function) and not name.startswith("_"):
                found[family + "." + name] = function
    return found


def watch(tf, program):
    """Build a program's graph and return what is compared of it, and its operations in order.

    The marks are the numbers of operations (`Graph._last_id`) wherever the program asked; the last is the one after a random
    operation without a seed, whose value follows from all that was made before.
    """
    marks = []
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(SEED)
        program(tf, lambda: marks.append(tf.get_default_graph()._last_id))
        after = tf.random_uniform([2], name="after")
        marks.append(graph._last_id)
        operations = ["%s %s" % (op.type, op.name) for op in graph.get_operations()]
        sizes = {str(k): len(graph.get_collection(k)) for k in graph.get_all_collection_keys()}
        with tf.Session(graph=graph) as sess:
            value = [float(x) for x in sess.run(after)]
            started = started_with(tf, sess)
        return {
            "marks": marks,
            "variables": [v.name for v in tf.global_variables() + tf.local_variables()],
            "collections": {k: n for k, n in sorted(sizes.items()) if n and k not in CONTEXTS},
            "operations": digest(operations),
            "after": value,
            "started": started,
        }, operations


def started_with(tf, sess):
    """Sums of the first values of trainable variables: they follow from the numbers at which their initializers were made."""
    try:
        sess.run([v.initializer for v in tf.trainable_variables()])
    except tf.errors.OpError:  # one that starts from another, or from a file
        return None
    return [float(abs(v).astype("float64").sum()) for v in sess.run(tf.trainable_variables())]


def digest(operations):
    """The types and names of all operations but those of gradients, if there is no control flow among them."""
    forward = [line for line in operations if not line.split()[1].startswith("gradients")]
    if any(line.split()[0] in CONTROL_FLOW for line in operations):
        return None
    return hashlib.md5("\n".join(forward).encode()).hexdigest()[:12]


def watch_all(tf):
    """What is compared of every program."""
    return {name: watch(tf, program)[0] for name, program in programs().items()}


if __name__ == "__main__":
    import tensorflow

    tensorflow.logging.set_verbosity("FATAL")
    assert tensorflow.__version__.startswith("1.15"), tensorflow.__version__
    found = watch_all(tensorflow)
    lines = ['"%s": %s' % (name, json.dumps(seen)) for name, seen in found.items()]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
