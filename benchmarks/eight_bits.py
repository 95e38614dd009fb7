"""Compares networks in eight bits with TensorFlow 1.15.5: kernels by themselves, and InceptionV3 as `quantize_graph` writes it.

    python benchmarks/eight_bits.py --tensorflow PYTHON [--seconds 4] [--only kernels,networks]

PYTHON is one of 3.7 that has TensorFlow 1.15.5. Here the network is built (its weights are random), frozen and quantized; both
sides run the same files and the same kernels, one after the other, by this file with `--side`. A ratio above 1 says that Penstock
is faster. The integers of both sides must be the same; this says so if they are not. `PENSTOCK_TIER=interpret` keeps the
compiler, which takes long for these networks, from disturbing the measurement.
"""

import argparse
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

# Convolutions of InceptionV3: height and width, channels in, kernel, channels out, stride.
CONVOLUTIONS = [
    (149, 32, 3, 32, 1), (147, 32, 3, 64, 1), (73, 80, 3, 192, 1), (35, 96, 3, 96, 1), (35, 288, 3, 384, 2), (35, 192, 1, 64, 1),
    (17, 768, 1, 192, 1), (8, 448, 3, 384, 1), (8, 2048, 1, 320, 1)]  # fmt: skip
PRODUCTS = [(1, 2048, 1001), (32, 784, 1024), (128, 1024, 1024), (512, 512, 512), (1024, 1024, 1024)]


def best(run, seconds):
    """The milliseconds of the quickest quarter of runs, and what a run gave."""
    found, times, end = run(), [], time.time() + seconds
    run()
    while time.time() < end or len(times) < 4:
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    times.sort()
    return 1000 * float(np.mean(times[: max(1, len(times) // 4)])), found


def side(folder, seconds, only):
    """What one side takes: name → milliseconds and a sum of what came out."""
    import tensorflow as tf

    tf.logging.set_verbosity(tf.logging.ERROR)
    random, found = np.random.RandomState(0), {}

    def quantized(*shape):
        return tf.bitcast(tf.Variable(random.randint(0, 256, shape).astype(np.uint8)), tf.quint8)

    def measure(name, build):
        with tf.Graph().as_default(), tf.Session() as sess:
            sums = build()
            sess.run(tf.global_variables_initializer())
            # What is measured is the kernel; the fetch is small.
            least = tf.reduce_min(tf.bitcast(sums, tf.int32)) if sums.dtype == tf.qint32 else tf.reduce_min(sums)
            run = sess.make_callable([sums.op, least])
            milliseconds, _ = best(run, seconds / 4)
            value = np.asarray(sess.run(tf.bitcast(sums, tf.int32) if sums.dtype == tf.qint32 else sums)).ravel()
            found[name] = milliseconds, float(value.astype(np.float64) @ (1 + np.arange(value.size) % 7))

    def floats(*shape):
        return tf.Variable(random.rand(*shape).astype("f"))

    def conv(size, channels, kernel, outs, stride):
        x, w, strides = (1, size, size, channels), (kernel, kernel, channels, outs), [1, stride, stride, 1]
        name = f"QuantizedConv2D {size}x{size}x{channels}, {kernel}x{kernel}x{outs}/{stride}"
        measure(name, lambda: tf.nn.quantized_conv2d(quantized(*x), quantized(*w), *bounds, strides, "SAME")[0])
        measure(name.replace("Quantized", "float "), lambda: tf.nn.conv2d(floats(*x), floats(*w), strides, "SAME"))

    def product(m, k, n):
        name, given = f"QuantizedMatMul {m}x{k}x{n}", dict(zip(("min_a", "max_a", "min_b", "max_b"), bounds))
        measure(name, lambda: tf.raw_ops.QuantizedMatMul(a=quantized(m, k), b=quantized(k, n), **given)[0])
        measure(name.replace("Quantized", "float "), lambda: tf.matmul(floats(m, k), floats(k, n)))

    bounds = [-1.0, 1.5, -0.7, 0.9]
    if "kernels" in only:
        for sizes in CONVOLUTIONS:
            conv(*sizes)
        for sizes in PRODUCTS:
            product(*sizes)
    if "networks" in only:
        picture = np.random.RandomState(1).rand(1, 299, 299, 3).astype("f")
        for name in ("float", "eightbit", "transformed"):
            with tf.Graph().as_default(), tf.Session() as sess:
                graph = tf.GraphDef()
                with open(os.path.join(folder, name + ".pb"), "rb") as file:
                    graph.ParseFromString(file.read())
                x, y = tf.import_graph_def(graph, return_elements=["input:0", "output:0"], name="")
                run = sess.make_callable(y, [x])
                milliseconds, value = best(functools.partial(run, picture), seconds)
                found["InceptionV3 " + name] = milliseconds, value.ravel().tolist()
    json.dump(found, sys.stdout)


def write_networks(folder):
    """Writes InceptionV3: in float32, by `quantize_graph`, and by the transforms that replaced it; prints the sizes."""
    import penstock as tf
    from penstock.contrib.slim.nets import inception
    from penstock.tools.graph_transforms import TransformGraph
    from penstock.tools.quantization import quantize_graph

    with tf.Graph().as_default() as graph, tf.Session() as sess:
        tf.set_random_seed(1)
        x = tf.placeholder(tf.float32, [1, 299, 299, 3], name="input")
        with tf.contrib.slim.arg_scope(inception.inception_v3_arg_scope()):
            logits, _ = inception.inception_v3(x, 1001, is_training=False)
        tf.nn.softmax(logits, name="output")
        sess.run(tf.global_variables_initializer())
        names = ["output"]
        frozen = tf.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), names)
    for node in frozen.node:  # 1.15's transforms know the operation by its older name only
        if node.op == "FusedBatchNormV3":
            node.op = "FusedBatchNorm"
            del node.attr["U"]
    steps = ["strip_unused_nodes", "fold_constants(ignore_errors=true)", "fold_old_batch_norms"]
    plain = TransformGraph(frozen, ["input"], names, steps)
    eight = quantize_graph.GraphRewriter(plain, "eightbit", None, None).rewrite(names)
    steps = ["quantize_weights", "quantize_nodes", "strip_unused_nodes", "sort_by_execution_order"]
    transformed = TransformGraph(plain, ["input"], names, steps)
    sizes = {}
    for name, graph_def in (("float", plain), ("eightbit", eight), ("transformed", transformed)):
        data = graph_def.SerializeToString()
        pathlib.Path(folder, f"{name}.pb").write_bytes(data)
        sizes[name] = len(data)
    for name, size in sizes.items():
        print(f"{name:12} {size / 1e6:7.1f} MB, {size / sizes['float']:.3f} of float")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required="--side" not in sys.argv)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--only", default="kernels,networks")
    parser.add_argument("--side", default="", help="measure here; the folder with the networks")
    given = parser.parse_args()
    if given.side:
        side(given.side, given.seconds, given.only)
        return
    root = pathlib.Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as folder:
        if "networks" in given.only:
            write_networks(folder)
        words = [__file__, "--side", folder, "--seconds", str(given.seconds), "--only", given.only]
        sides = []
        for command in ([sys.executable, "-m", "penstock", "run"], [given.tensorflow]):
            env = {**os.environ, "PYTHONPATH": str(root) if len(command) > 1 else "", "TF_CPP_MIN_LOG_LEVEL": "3"}
            done = subprocess.run([*command, *words], capture_output=True, text=True, env=env)
            if done.returncode:
                sys.exit(done.stderr[-3000:])
            sides.append(json.loads(done.stdout.splitlines()[-1]))
    print("ms here, ms there, ratio, our own float by this")
    for name, (here, value) in sides[0].items():
        there, expected = sides[1][name]
        floats = sides[0].get(
            name.replace("Quantized", "float ").replace("eightbit", "float").replace("transformed", "float")
        )
        own = "" if "float" in name or floats is None else f"{floats[0] / here:5.2f}"
        print(f"{name:48} {here:8.3f} {there:8.3f} {there / here:6.2f} {own}")
        if "float" not in name and not np.allclose(value, expected, rtol=0 if "Quantized" in name else 1e-3, atol=1e-4):
            print(f"  not the same: {np.ravel(value)[:5]} here, {np.ravel(expected)[:5]} there")


if __name__ == "__main__":
    main()
