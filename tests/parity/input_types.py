"""Which type a list, number or array gets as the input of an operation whose type attribute has a default, in TensorFlow 1.15.

    python tests/parity/input_types.py      (a Python with TensorFlow 1.15) writes recorded_input_types.json anew

There the default comes first: `tf.fft([1j])` is complex64, and arrays of float64 become float32 where that is the default.
Later releases look at the value first. Runs under Python 3.7 too, and imports nothing of Penstock.
"""

import importlib.util
import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "recorded_input_types.json"
VALUES = {
    "integers": [1, 2],
    "reals": [1.5, 2.0],
    "complex": [1j, 2],
    "booleans": [True, False],
    "nothing": [],
    "texts": ["a"],
    "int8": np.int8([1, 2]),
    "int64": np.int64([1, 2]),
    "float64": np.float64([1, 2]),
    "integer": 3,
    "real": 2.5,
    "imaginary": 1j,
    "boolean": True,
}


def _shapes():
    spec = importlib.util.spec_from_file_location("static_shapes", str(HERE / "static_shapes.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


shapes = _shapes()


def chosen(tf, name, definition, attr, value):
    """The type that a value gets for all inputs of one attribute; None if the operation cannot be made of it."""
    with tf.Graph().as_default() as graph:
        given, followed = shapes._attributes(tf, definition, np.random.RandomState(0))
        for arg in definition["inputs"]:
            if arg.get("type_attr") == attr:
                given[arg["name"]] = [value] * followed[arg["number_attr"]] if arg.get("number_attr") else value
                continue
            dtype = shapes.PLAIN.get(arg.get("type") or followed.get(arg.get("type_attr")), arg.get("type"))
            if dtype is None or arg.get("is_ref") or arg.get("number_attr"):
                return None
            given[arg["name"]] = tf.placeholder(tf.as_dtype(dtype))
        try:
            getattr(tf.raw_ops, name)(**given)
        except Exception:
            return None
        return tf.as_dtype(graph.get_operations()[-1].get_attr(attr)).name


def told_of(tf, name):
    """By "attribute value", the type chosen."""
    definition, found = shapes.definitions()[name], {}
    if not hasattr(tf.raw_ops, name):
        return found
    for attr in sorted({i.get("type_attr") for i in definition["inputs"]} - {None}):
        if definition["attrs"].get(attr, {}).get("default") is None:
            continue
        for kind, value in VALUES.items():
            try:
                dtype = chosen(tf, name, definition, attr, value)
            except shapes.Skipped:
                return {}
            if dtype is not None:
                found[attr + " " + kind] = dtype
    return found


if __name__ == "__main__":
    import tensorflow

    RECORDED.write_text(
        json.dumps({n: t for n in shapes.names() for t in [told_of(tensorflow, n)] if t}, indent=0, sort_keys=True)
        + "\n"
    )
