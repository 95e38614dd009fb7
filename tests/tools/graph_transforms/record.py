"""Records what TensorFlow 1.15.5 makes of the graphs of `graphs.py`: `python tests/tools/graph_transforms/record.py`.

Run by a Python that has TensorFlow 1.15. Writes `recorded.json.xz` beside it: for each graph its bytes, and for each transform
the resulting bytes or the kind and text of the error.
"""

import base64
import json
import lzma
import os
import sys
import tempfile

import tensorflow as tf
from tensorflow.tools.graph_transforms import TransformGraph

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import graphs  # noqa: E402

SAVED_SHAPES = ("saved_shapes",)


def text(message):
    return base64.b64encode(message.SerializeToString()).decode()


def files(folder):
    """The files that transforms read, by the names that they have in `graphs.py`."""
    log, nothing, checkpoint = (os.path.join(folder, name) for name in ("log.txt", "nothing.txt", "weights"))
    with open(log, "w") as file:
        file.write(graphs.LOG)
    open(nothing, "w").close()
    with tf.Graph().as_default(), tf.Session() as sess:
        graphs.sparse_variables()
        sess.run(tf.global_variables_initializer())
        tf.train.Saver().save(sess, checkpoint)
    return {"log": log, "nothing": nothing, "checkpoint": checkpoint}


def main():
    found = {}
    paths = files(tempfile.mkdtemp())
    for name, build in sorted(graphs.GRAPHS.items()):
        with tf.Graph().as_default() as graph:
            inputs, outputs, own = build()
        graph_def = graphs.finished(graph.as_graph_def(add_shapes=name in SAVED_SHAPES))
        results = {}
        for transforms in graphs.COMMON.split("\n") + own:
            if (name, transforms) == ("sparse_variables", "insert_logging"):
                continue  # 1.15 takes the type of an output that is not there from whatever stands in memory
            print(name, transforms, flush=True)
            try:
                real = transforms.format(**paths)
                results[transforms] = {"graph": text(TransformGraph(graph_def, inputs, outputs, [real]))}
            except tf.errors.OpError as error:
                results[transforms] = {"error": type(error).__name__, "message": error.message}
        found[name] = {"graph": text(graph_def), "inputs": inputs, "outputs": outputs, "results": results}
    data = json.dumps(found, sort_keys=True).encode()
    with open(os.path.join(HERE, "recorded.json.xz"), "wb") as file:
        file.write(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    print(len(found), "graphs,", sum(len(one["results"]) for one in found.values()), "results")


if __name__ == "__main__":
    main()
