"""Times single operations of Penstock and of TensorFlow, for tensors of 10^2, 10^4 and 10^6 elements.

    python benchmarks/kernels.py --tensorflow PYTHON [--only reductions,joining] [--json FILE]

An operation reads variables and its result is fetched, so a time is that of one `run`, the best of several: others use the
machine too. Families that XLA can express are measured in the compiled tier; those of strings, sparse tensors and parsing
in the interpreted one, for 10^2 to 10^4 elements. Prints, per family, the geometric mean of TensorFlow's time over
ours for each size, and the ten operations that are slowest by comparison.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

SIZES = (100, 10_000, 1_000_000)
HOST_SIZES = (100, 1_000, 10_000)
Build = Callable[[Any, Any, int], Any]


class Inputs:
    """Variables with fixed random values, by shape; what an operation is given."""

    def __init__(self, tf: Any, np: Any, n: int) -> None:
        self.tf, self.np, self.n = tf, np, n
        self.side = math.isqrt(n)
        self.random = np.random.RandomState(0)

    def floats(self, *shape: int) -> Any:
        """Numbers in [0.1, 1.1)."""
        return self.tf.Variable((self.random.rand(*(shape or (self.n,))) + 0.1).astype("float32"))

    def matrix(self) -> Any:
        return self.floats(self.side, self.side)

    def integers(self, high: int, *shape: int) -> Any:
        return self.tf.Variable(self.random.randint(0, high, shape or (self.n,)).astype("int32"))

    def strings(self, made: list[bytes]) -> Any:
        """They are a variable's, so that nothing is computed before the run."""
        return self.tf.Variable(self.tf.constant(self.np.array(made, object)))

    def words(self) -> Any:
        """Three words with blanks between them, each time."""
        made = [b"w%d x%d %d" % tuple(row) for row in self.random.randint(0, 1000, (self.n, 3))]
        return self.strings(made)

    def digits(self) -> Any:
        """Numbers, written."""
        return self.strings([b"%.3f" % x for x in self.random.rand(self.n) * 100])

    def sparse(self) -> Any:
        """A matrix with `n` elements, a tenth of them in each of its rows."""
        np = self.np
        places = np.sort(self.random.choice(self.n * 10, self.n, replace=False))
        where = np.stack([places // self.n, places % self.n], 1).astype("int64")
        return self.tf.SparseTensor(self.tf.Variable(where), self.floats(), [10, self.n])

    def examples(self) -> Any:
        """Serialized examples, `n` numbers in all."""
        tf = self.tf
        count = max(1, self.n // 10)
        made = []
        for i in range(count):
            floats = tf.train.Feature(float_list=tf.train.FloatList(value=self.random.rand(8)))
            number = tf.train.Feature(int64_list=tf.train.Int64List(value=[i]))
            text = tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"label %d" % i]))
            features = tf.train.Features(feature={"x": floats, "i": number, "t": text})
            made.append(tf.train.Example(features=features).SerializeToString())
        return self.strings(made)

    def images(self, channels: int = 4) -> Any:
        side = max(math.isqrt(self.n // channels), 2)
        return self.floats(1, side, side, channels)


def _unary(names: str) -> dict[str, Callable[[Inputs], Any]]:
    return {name: (lambda i, name=name: getattr(i.tf, name)(i.floats())) for name in names.split()}


def _binary(names: str) -> dict[str, Callable[[Inputs], Any]]:
    return {name: (lambda i, name=name: getattr(i.tf, name)(i.floats(), i.floats())) for name in names.split()}


def _reduced(names: str) -> dict[str, Callable[[Inputs], Any]]:
    made: dict[str, Callable[[Inputs], Any]] = {}
    for name in names.split():
        made[name] = lambda i, name=name: getattr(i.tf, name)(i.matrix())
        made[f"{name} of rows"] = lambda i, name=name: getattr(i.tf, name)(i.matrix(), axis=1)
        made[f"{name} of columns"] = lambda i, name=name: getattr(i.tf, name)(i.matrix(), axis=0)
    return made


def _positive(i: Inputs) -> Any:
    side = min(i.side, 100)
    a = i.random.rand(side, side).astype("float32")
    return i.tf.Variable(a @ a.T + side * i.np.eye(side, dtype="float32"))


FAMILIES: dict[str, dict[str, Callable[[Inputs], Any]]] = {
    "elementwise": _unary(
        "abs negative square sqrt rsqrt exp log log1p tanh sigmoid sin cos tan floor round erf lgamma digamma reciprocal"
    ),
    "arithmetic": _binary("add subtract multiply divide maximum minimum pow squared_difference floordiv mod atan2"),
    "comparison": _binary("less greater_equal equal"),
    "reductions": _reduced("reduce_sum reduce_mean reduce_max reduce_prod reduce_logsumexp argmax"),
    "products": {
        "matmul": lambda i: i.tf.matmul(i.matrix(), i.matrix()),
        "matmul, transposed": lambda i: i.tf.matmul(i.matrix(), i.matrix(), transpose_a=True),
        "matmul, ten columns": lambda i: i.tf.matmul(i.matrix(), i.floats(i.side, 10)),
        "batch matmul": lambda i: i.tf.matmul(i.floats(i.n // 100, 10, 10), i.floats(i.n // 100, 10, 10)),
        "tensordot": lambda i: i.tf.tensordot(i.matrix(), i.matrix(), 1),
    },
    "activations": {
        "relu": lambda i: i.tf.nn.relu(i.matrix()),
        "elu": lambda i: i.tf.nn.elu(i.matrix()),
        "softplus": lambda i: i.tf.nn.softplus(i.matrix()),
        "softmax": lambda i: i.tf.nn.softmax(i.matrix()),
        "log_softmax": lambda i: i.tf.nn.log_softmax(i.matrix()),
        "l2_normalize": lambda i: i.tf.nn.l2_normalize(i.matrix(), 1),
        "cross entropy": lambda i: i.tf.nn.softmax_cross_entropy_with_logits(labels=i.matrix(), logits=i.matrix()),
        "sparse cross entropy": lambda i: i.tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=i.integers(i.side, i.side), logits=i.matrix()
        ),
        "moments": lambda i: i.tf.nn.moments(i.matrix(), [0])[0],
        "bias_add": lambda i: i.tf.nn.bias_add(i.matrix(), i.floats(i.side)),
    },
    "convolution": {
        "conv2d 3x3": lambda i: i.tf.nn.conv2d(i.images(), i.floats(3, 3, 4, 8), [1, 1, 1, 1], "SAME"),
        "conv2d 1x1": lambda i: i.tf.nn.conv2d(i.images(), i.floats(1, 1, 4, 8), [1, 1, 1, 1], "SAME"),
        "depthwise": lambda i: i.tf.nn.depthwise_conv2d(i.images(), i.floats(3, 3, 4, 1), [1, 1, 1, 1], "SAME"),
        "max_pool": lambda i: i.tf.nn.max_pool(i.images(), [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
        "avg_pool": lambda i: i.tf.nn.avg_pool(i.images(), [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
    },
    "joining": {
        "concat": lambda i: i.tf.concat([i.matrix(), i.matrix()], 0),
        "concat columns": lambda i: i.tf.concat([i.matrix(), i.matrix()], 1),
        "stack": lambda i: i.tf.stack([i.floats(), i.floats()]),
        "tile": lambda i: i.tf.tile(i.floats(), [2]),
        "pad": lambda i: i.tf.pad(i.matrix(), [[1, 1], [1, 1]]),
        "transpose": lambda i: i.tf.transpose(i.matrix()),
        "reverse": lambda i: i.tf.reverse(i.matrix(), [0]),
        "slice": lambda i: i.matrix()[1:, ::2],
        "one_hot": lambda i: i.tf.one_hot(i.integers(10, i.n // 10), 10),
        "where": lambda i: i.tf.where(i.floats() > 0.5, i.floats(), i.floats()),
        "cast": lambda i: i.tf.cast(i.floats(), i.tf.int32),
        "diag_part": lambda i: i.tf.matrix_diag_part(i.matrix()),
        "space_to_depth": lambda i: i.tf.space_to_depth(i.floats(1, i.side // 2 * 2, i.side // 2 * 2, 1), 2),
    },
    "indexing": {
        "gather rows": lambda i: i.tf.gather(i.matrix(), i.integers(i.side, i.side)),
        "gather": lambda i: i.tf.gather(i.floats(), i.integers(i.n)),
        "gather_nd": lambda i: i.tf.gather_nd(i.matrix(), i.integers(i.side, i.side, 2)),
        "scatter_nd": lambda i: i.tf.scatter_nd(i.integers(i.side, i.side, 1), i.matrix(), [i.side, i.side]),
        "segment_sum": lambda i: i.tf.segment_sum(i.matrix(), i.tf.constant(i.np.arange(i.side, dtype="int32") // 2)),
        "unsorted_segment_sum": lambda i: i.tf.unsorted_segment_sum(i.matrix(), i.integers(8, i.side), 8),
        "embedding_lookup": lambda i: i.tf.nn.embedding_lookup(i.matrix(), i.integers(i.side, i.side)),
    },
    "scans and sorts": {
        "cumsum": lambda i: i.tf.cumsum(i.floats()),
        "cumsum of columns": lambda i: i.tf.cumsum(i.matrix(), 0),
        "top_k": lambda i: i.tf.nn.top_k(i.matrix(), 5).values,
        "sort": lambda i: i.tf.sort(i.floats()),
    },
    "linear algebra": {
        "cholesky": lambda i: i.tf.cholesky(_positive(i)),
        "inverse": lambda i: i.tf.matrix_inverse(_positive(i)),
        "determinant": lambda i: i.tf.matrix_determinant(_positive(i)),
        "solve": lambda i: i.tf.matrix_solve(_positive(i), _positive(i)),
        "qr": lambda i: i.tf.qr(_positive(i))[1],
        "fft": lambda i: i.tf.fft(i.tf.cast(i.floats(), i.tf.complex64)),
    },
    "random": {
        "random_uniform": lambda i: i.tf.random_uniform([i.n], seed=1),
        "random_normal": lambda i: i.tf.random_normal([i.n], seed=1),
        "truncated_normal": lambda i: i.tf.truncated_normal([i.n], seed=1),
    },
    "images": {
        "resize bilinear": lambda i: i.tf.image.resize_bilinear(i.images(3), [64, 64]),
        "resize nearest": lambda i: i.tf.image.resize_nearest_neighbor(i.images(3), [64, 64]),
        "resize bicubic": lambda i: i.tf.image.resize_bicubic(i.images(3), [64, 64]),
        "rgb_to_hsv": lambda i: i.tf.image.rgb_to_hsv(i.images(3)),
        "adjust_contrast": lambda i: i.tf.image.adjust_contrast(i.images(3), 0.5),
        "adjust_hue": lambda i: i.tf.image.adjust_hue(i.images(3), 0.1),
        "adjust_saturation": lambda i: i.tf.image.adjust_saturation(i.images(3), 0.5),
    },
    "strings": {
        "string_split": lambda i: i.tf.string_split(i.words()).values,
        "regex_replace": lambda i: i.tf.regex_replace(i.words(), "x([0-9])", r"y\1"),
        "substr": lambda i: i.tf.substr(i.words(), 1, 3),
        "string_join": lambda i: i.tf.string_join([i.words(), i.words()], "-"),
        "reduce_join": lambda i: i.tf.reduce_join(i.tf.reshape(i.words(), [-1, 10]), 1),
        "as_string": lambda i: i.tf.as_string(i.floats()),
        "as_string of integers": lambda i: i.tf.as_string(i.integers(1000)),
        "string_to_number": lambda i: i.tf.string_to_number(i.digits()),
        "string_to_hash_bucket_fast": lambda i: i.tf.string_to_hash_bucket_fast(i.words(), 1000),
        "string_to_hash_bucket_strong": lambda i: i.tf.string_to_hash_bucket_strong(i.words(), 1000, [1, 2]),
        "string_length": lambda i: i.tf.strings.length(i.words()),
        "string_strip": lambda i: i.tf.string_strip(i.words()),
        "string_upper": lambda i: i.tf.strings.upper(i.words()),
        "encode_base64": lambda i: i.tf.encode_base64(i.words()),
    },
    "sparse": {
        "sparse_tensor_to_dense": lambda i: i.tf.sparse_tensor_to_dense(i.sparse()),
        "sparse_add": lambda i: i.tf.sparse_add(i.sparse(), i.sparse()).values,
        "sparse_reduce_sum": lambda i: i.tf.sparse_reduce_sum(i.sparse(), 1),
        "sparse_tensor_dense_matmul": lambda i: i.tf.sparse_tensor_dense_matmul(i.sparse(), i.floats(i.n, 4)),
        "sparse_reorder": lambda i: i.tf.sparse_reorder(i.sparse()).values,
        "sparse_softmax": lambda i: i.tf.sparse_softmax(i.sparse()).values,
        "sparse_slice": lambda i: i.tf.sparse_slice(i.sparse(), [2, 0], [3, i.n]).values,
        "sparse_concat": lambda i: i.tf.sparse_concat(0, [i.sparse(), i.sparse()]).values,
        "sparse_reshape": lambda i: i.tf.sparse_reshape(i.sparse(), [-1]).indices,
        "sparse times dense": lambda i: i.sparse().__mul__(i.floats(i.n)).values,
    },
    "parsing": {
        "parse_example": lambda i: list(
            i.tf.parse_example(
                i.examples(),
                {
                    "x": i.tf.FixedLenFeature([8], i.tf.float32),
                    "i": i.tf.FixedLenFeature([], i.tf.int64),
                    "t": i.tf.FixedLenFeature([], i.tf.string),
                },
            ).values()
        ),
        "parse_example, sparse": lambda i: (
            i.tf.parse_example(i.examples(), {"x": i.tf.VarLenFeature(i.tf.float32)})["x"].values
        ),
        "decode_csv": lambda i: list(i.tf.decode_csv(_rows(i), [[0.0], [0], [""]])),
        "decode_raw": lambda i: i.tf.decode_raw(i.strings([b"abcdefgh"] * (i.n // 2)), i.tf.float32),
    },
}
HOST = ("strings", "sparse", "parsing")


def _rows(i: Inputs) -> Any:
    return i.strings([b"%.4f,%d,word%d" % (x, k, k) for k, x in enumerate(i.random.rand(i.n))])


def sizes_of(family: str) -> tuple[int, ...]:
    return HOST_SIZES if family in HOST else SIZES


def worker(side: str, families: list[str]) -> None:
    """Measures all operations in this process and prints {family: {operation: [seconds per size]}}."""
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
    else:
        os.environ["PENSTOCK_TIER"] = "interpret" if families[0] in HOST else "compile"
        import penstock as tf
    import numpy as np

    found: dict[str, dict[str, list[float | None]]] = {}
    for family in families:
        for name, build in FAMILIES[family].items():
            times: list[float | None] = []
            for size in sizes_of(family):
                with tf.Graph().as_default(), tf.Session() as session:
                    fetch = build(Inputs(tf, np, size))
                    session.run(tf.global_variables_initializer())
                    times.append(_time(session.make_callable(fetch)))
            found.setdefault(family, {})[name] = times
    print(json.dumps(found))


def _time(run: Callable[[], Any]) -> float:
    """The best of many short rounds: in each of them somebody else may have the machine, or the memory."""
    for _ in range(3):
        run()
    start = time.perf_counter()
    run()
    once = time.perf_counter() - start
    count = max(1, min(50, int(0.0005 / max(once, 1e-7))))
    times = []
    end = time.perf_counter() + 0.1
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        for _ in range(count):
            run()
        times.append((time.perf_counter() - start) / count)
    return min(times)


def measure(python: str, side: str, families: list[str]) -> dict:
    command = [python, str(pathlib.Path(__file__).resolve()), "--worker", side, "--only", ",".join(families)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{side}: {done.stderr.strip()[-2000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("--tensorflow", help="the Python of an environment with tensorflow-cpu")
    cli.add_argument("--only", help="names of families, separated by commas")
    cli.add_argument("--json", help="a file to write all measurements to")
    cli.add_argument("--worker", help=argparse.SUPPRESS)
    args = cli.parse_args()
    families = args.only.split(",") if args.only else list(FAMILIES)
    if args.worker:
        worker(args.worker, families)
        return
    print("one run of an operation; TensorFlow's time over ours, geometric means\n")
    print(f"{'family':18} {'operations':>10} " + " ".join(f"{size:>10,}" for size in SIZES))
    print(f"{', '.join(HOST):29} " + " ".join(f"{size:>10,}" for size in HOST_SIZES))
    slowest = []
    results = {}
    for family in families:
        theirs = measure(args.tensorflow, "tensorflow", [family])[family]
        ours = measure(sys.executable, "penstock", [family])[family]
        results[family] = {"tensorflow": theirs, "penstock": ours}
        means = []
        for k, size in enumerate(sizes_of(family)):
            ratios = {name: theirs[name][k] / ours[name][k] for name in ours}
            means.append(math.exp(statistics.fmean(math.log(r) for r in ratios.values())))
            slowest.extend((ratio, family, name, size, ours[name][k]) for name, ratio in ratios.items())
        print(f"{family:18} {len(ours):10} " + " ".join(f"{m:10.2f}" for m in means), flush=True)
    print("\nslowest by comparison")
    for ratio, family, name, size, seconds in sorted(slowest)[:10]:
        print(f"{ratio:6.2f}  {family}: {name}, {size:,} elements ({seconds * 1e6:.0f} µs)")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
