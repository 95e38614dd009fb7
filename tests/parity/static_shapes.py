"""Every operation with inputs of partly known shapes, by chance: which shapes 1.15 says of its outputs, or how it refuses them.

    python tests/parity/static_shapes.py      (a Python with TensorFlow 1.15) writes recorded_static_shapes.json anew

The vocabulary of operations is `penstock/ops/opdefs.json`. Runs under Python 3.7 too, and imports nothing of Penstock.
"""

import functools
import json
import os
import zlib
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "recorded_static_shapes.json"
DEFINITIONS = HERE.parent.parent / "penstock" / "ops" / "opdefs.json"
CASES = 16
SIZES = (None, 1, 2, 3, 4, 5, 8, 0)
PLAIN = {"float": "float32", "double": "float64"}


class Skipped(Exception):
    """An operation that cannot be made from tensors of numbers and strings alone."""


@functools.lru_cache(None)
def definitions():
    return json.loads(DEFINITIONS.read_text())


def names():
    """The operations that are asked about; data sets and iterators have no shapes to speak of."""
    return [n for n, d in sorted(definitions().items()) if d["inputs"] and "Dataset" not in n and "Iterator" not in n]


def _shape(chance, rank=None):
    if rank is None:
        if chance.rand() < 0.12:
            return None
        rank = chance.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5])
    return [SIZES[chance.randint(7)] if chance.rand() < 0.9 else 0 for _ in range(rank)]


def _attributes(tf, definition, chance):
    """The arguments that are not tensors, and the values of attributes that tensors follow."""
    given, followed = {}, {}
    for name, attr in sorted(definition["attrs"].items()):
        kind, used = (
            attr["type"],
            [i for i in definition["inputs"] if name in (i.get("type_attr"), i.get("number_attr"))],
        )
        default = attr.get("default")
        if kind == "type":
            allowed = attr.get("allowed") or ["float"]
            followed[name] = "float" if "float" in allowed else allowed[0]
            if not used:
                wanted = default or followed[name]
                given[name] = tf.as_dtype(PLAIN.get(wanted, wanted))
        elif kind == "int" and used:
            followed[name] = int(chance.randint(1, 4))
        elif default is not None:
            if kind == "bool" and chance.rand() < 0.3:
                given[name] = not default
        elif kind == "int":
            given[name] = int(chance.randint(4))
        elif kind == "list(int)":
            given[name] = [1, int(chance.randint(1, 4)), int(chance.randint(1, 4)), 1]
        elif kind == "string":
            given[name] = (attr.get("allowed") or ["a"])[0]
        elif kind == "bool":
            given[name] = bool(chance.randint(2))
        elif kind == "float":
            given[name] = 1.5
        elif kind == "shape":
            given[name] = [2]
        else:
            raise Skipped(kind)
    return given, followed


def _tensor(tf, dtype, base, chance):
    number = chance.rand()
    if dtype in ("int32", "int64") and number < 0.35:
        value = [int(x) for x in chance.randint(-1, 4, chance.randint(5))]
        return tf.constant(value if chance.rand() < 0.7 else int(chance.randint(-1, 3)), tf.as_dtype(dtype))
    return tf.placeholder(tf.as_dtype(dtype), base if number < 0.75 else _shape(chance))


def arguments(tf, name, definition, case):
    """The arguments of one case, the same under every `tf`."""
    chance = np.random.RandomState(zlib.crc32(("%s %d" % (name, case)).encode()))
    base = _shape(chance, None if case < CASES // 2 else case % 5)  # half of the cases: most inputs have the same rank
    given, followed = _attributes(tf, definition, chance)
    for arg in definition["inputs"]:
        dtype = arg.get("type") or followed.get(arg.get("type_attr"))
        if dtype in (None, "resource", "variant") or arg.get("is_ref"):
            raise Skipped(dtype)
        dtype = PLAIN.get(dtype, dtype)
        if arg.get("number_attr"):
            given[arg["name"]] = [_tensor(tf, dtype, base, chance) for _ in range(followed[arg["number_attr"]])]
        else:
            given[arg["name"]] = _tensor(tf, dtype, base, chance)
    return given


def told(tf, name, definition, case):
    """What is said of one case: the outputs' shapes, or the class and the text of the refusal, without the operation's inputs."""
    with tf.Graph().as_default() as graph:
        given = arguments(tf, name, definition, case)
        try:
            getattr(tf.raw_ops, name)(**given)
        except Exception as error:
            return "%s: %s" % (type(error).__name__, str(error).split(" for '")[0])
        return " ".join(str(output.shape).replace(" ", "") for output in graph.get_operations()[-1].outputs)


def told_of(tf, name):
    """All cases of one operation; empty if there are none."""
    definition = definitions()[name]
    if not hasattr(tf.raw_ops, name):
        return []
    try:
        return [told(tf, name, definition, case) for case in range(CASES)]
    except Skipped:
        return []


def _record():
    import tensorflow as tf

    found = {}
    for name in names():
        reader, writer = os.pipe()
        if os.fork() == 0:  # some of its shape functions end the process
            with os.fdopen(writer, "w") as pipe:
                json.dump(told_of(tf, name), pipe)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            text = pipe.read()
        os.wait()
        if text and json.loads(text) and "unexpected keyword" not in text and "NotImplementedError" not in text:
            found[name] = json.loads(text)
    RECORDED.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n")


if __name__ == "__main__":
    _record()
