"""Measures how fast input pipelines give their elements, Penstock against TensorFlow, each in a process of its own.

    python benchmarks/input.py --tensorflow PYTHON [--only csv,examples] [--seconds 2] [--rounds 3] [--json FILE]

A ratio is our throughput (elements in a second) over TensorFlow's: above 1, Penstock is faster. The two sides take turns
round by round, and the medians count. Both read the same files, which are made in a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

# -- the pipelines: each is given tf, np and the folder, and returns a step and how many elements a step gives ----------


def slices(tf, np, folder):
    """In-memory slices, shuffled and batched, with a training step on each batch."""
    rng = np.random.RandomState(0)
    images, labels = rng.rand(20000, 784).astype(np.float32), rng.randint(0, 10, 20000)
    dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(5000, seed=1).repeat().batch(128).prefetch(2)
    x, y = dataset.make_one_shot_iterator().get_next()
    weights = tf.Variable(tf.zeros([784, 10]))
    logits = tf.matmul(x, weights)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return lambda: session.run(train), 128


def examples(tf, np, folder):
    """TFRecords of Examples, parsed, shuffled and batched, as the guides write it: one example at a time."""

    def parse(record):
        found = tf.parse_single_example(
            record,
            {
                "image": tf.FixedLenFeature([784], tf.float32),
                "label": tf.FixedLenFeature([], tf.int64),
                "name": tf.FixedLenFeature([], tf.string),
            },
        )
        return found["image"], found["label"], found["name"]

    names = sorted(str(p) for p in folder.glob("*.tfrecords"))
    dataset = tf.data.TFRecordDataset(names).map(parse).shuffle(2000, seed=1).repeat().batch(128).prefetch(2)
    element = dataset.make_one_shot_iterator().get_next()
    session = tf.Session()
    return lambda: session.run(element), 128


def examples_batched(tf, np, folder):
    """As `examples`, but the program batches records and parses them together."""
    features = {
        "image": tf.FixedLenFeature([784], tf.float32),
        "label": tf.FixedLenFeature([], tf.int64),
        "name": tf.FixedLenFeature([], tf.string),
    }
    names = sorted(str(p) for p in folder.glob("*.tfrecords"))
    dataset = tf.data.TFRecordDataset(names).shuffle(2000, seed=1).repeat().batch(128)
    dataset = dataset.map(lambda records: tf.parse_example(records, features)).prefetch(2)
    element = dataset.make_one_shot_iterator().get_next()
    session = tf.Session()
    return lambda: session.run(element), 128


def csv(tf, np, folder):
    """Lines of text, decoded and batched."""
    defaults = [[0.0]] * 6 + [[0], [0], [""]]

    def parse(line):
        columns = tf.decode_csv(line, defaults)
        return tf.stack(columns[:6]), columns[6], columns[7], columns[8]

    lines = tf.data.TextLineDataset(str(folder / "table.csv"))
    dataset = lines.skip(1).map(parse).repeat().batch(256).prefetch(2)
    element = dataset.make_one_shot_iterator().get_next()
    session = tf.Session()
    return lambda: session.run(element), 256


def jpeg(tf, np, folder):
    """JPEG files, decoded, resized, augmented and batched, on two cores."""
    names = sorted(str(p) for p in folder.glob("*.jpg"))

    def load(name):
        image = tf.image.decode_jpeg(tf.read_file(name), channels=3)
        image = tf.image.convert_image_dtype(image, tf.float32)
        image = tf.image.resize_images(image, [240, 240])
        image = tf.random_crop(image, [224, 224, 3])
        image = tf.image.random_flip_left_right(image)
        image = tf.image.random_brightness(image, 0.1)
        return (image - 0.5) * 2.0

    dataset = tf.data.Dataset.from_tensor_slices(names).repeat().map(load, num_parallel_calls=2).batch(32).prefetch(1)
    element = dataset.make_one_shot_iterator().get_next()
    session = tf.Session()
    return lambda: session.run(element), 32


def generator(tf, np, folder):
    """A Python generator, batched."""

    def count():
        i = 0
        while True:
            yield i, [float(i), 1.0]
            i += 1

    dataset = tf.data.Dataset.from_generator(count, (tf.int64, tf.float32), ([], [2])).batch(32)
    element = dataset.make_one_shot_iterator().get_next()
    session = tf.Session()
    return lambda: session.run(element), 32


def queue(tf, np, folder):
    """A FIFO queue of scalars: one thread puts them in, another takes them out."""
    fifo = tf.FIFOQueue(100, [tf.float32], [[]])
    put, take = fifo.enqueue([tf.constant(1.0)]), fifo.dequeue()
    session = tf.Session()
    enqueue, dequeue = session.make_callable(put), session.make_callable(take)
    stop = threading.Event()

    def produce():
        while not stop.is_set():
            enqueue()

    threading.Thread(target=produce, daemon=True).start()

    def step():
        for _ in range(100):
            dequeue()

    return step, 100


def reader(tf, np, folder):
    """The queues of the first generation: file names, a reader, and shuffled batches."""
    names = tf.train.string_input_producer(sorted(str(p) for p in folder.glob("*.bin")), seed=1)
    _, value = tf.FixedLengthRecordReader(record_bytes=1 + 3072).read(names)
    record = tf.decode_raw(value, tf.uint8)
    label = tf.cast(record[0], tf.int32)
    image = tf.cast(tf.reshape(record[1:], [32, 32, 3]), tf.float32)
    label.set_shape([])
    image.set_shape([32, 32, 3])
    batch = tf.train.shuffle_batch([image, label], 128, 2000, 1000, num_threads=2, seed=1)
    session = tf.Session()
    coordinator = tf.train.Coordinator()
    tf.train.start_queue_runners(session, coordinator)
    return lambda: session.run(batch), 128


PIPELINES = {
    "slices": (slices, 1.0),
    "examples": (examples, 1.0),
    "examples_batched": (examples_batched, 1.0),
    "csv": (csv, 1.0),
    "jpeg": (jpeg, 0.9),
    "generator": (generator, 1.5),
    "queue": (queue, 1.0),
    "reader": (reader, 1.0),
}


# -- the files ---------------------------------------------------------------------------------------------------------


def make_files(folder: pathlib.Path) -> None:
    import numpy as np
    from PIL import Image

    import penstock as tf

    rng = np.random.RandomState(0)
    for part in range(4):
        with tf.python_io.TFRecordWriter(str(folder / f"{part}.tfrecords")) as writer:
            for i in range(2000):
                feature = {
                    "image": tf.train.Feature(float_list=tf.train.FloatList(value=rng.rand(784))),
                    "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[i % 10])),
                    "name": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"example %d" % i])),
                }
                writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    with open(folder / "table.csv", "w") as file:
        file.write("a,b,c,d,e,f,g,h,i\n")
        for row in rng.randn(20000, 6):
            file.write(",".join(f"{v:.6f}" for v in row) + f",{rng.randint(1000)},{rng.randint(9)},kind {row[0] > 0}\n")
    across, down = np.meshgrid(np.linspace(0, 6, 500), np.linspace(0, 5, 375))
    for i in range(24):  # the size and the compression of photographs in data sets: 500 x 375, some 50 KB
        waves = [np.sin(across * rng.rand() * 9 + rng.rand()) * np.cos(down * rng.rand() * 9) for _ in range(3)]
        image = 128 + 90 * np.stack(waves, -1) + rng.randn(375, 500, 3) * 12
        Image.fromarray(image.clip(0, 255).astype(np.uint8)).save(folder / f"{i:02}.jpg", quality=90)
    for i in range(4):
        rng.randint(0, 256, (2000, 3073)).astype(np.uint8).tofile(folder / f"{i}.bin")


# -- measuring ---------------------------------------------------------------------------------------------------------


def work(side: str, name: str, folder: str, seconds: float) -> None:
    """Measures one pipeline on one side; a line of input starts each round, a line of output tells its throughput."""
    if side == "tensorflow":
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
    else:
        import penstock as tf
    import numpy as np

    step, elements = PIPELINES[name][0](tf, np, pathlib.Path(folder))
    start = time.perf_counter()
    step()
    print(json.dumps({"first": time.perf_counter() - start}), flush=True)
    for _ in sys.stdin:
        until = time.perf_counter() + seconds / 4
        while time.perf_counter() < until:  # fill the buffers, let what is worth it be compiled
            step()
        count, start, busy = 0, time.perf_counter(), time.process_time()
        while (now := time.perf_counter()) < start + seconds:
            step()
            count += elements
        busy = time.process_time() - busy
        print(json.dumps({"throughput": count / (now - start), "cpu": busy / count * 1e6}), flush=True)
    os._exit(0)  # queue runners and producers are still at work


class Worker:
    def __init__(self, python: str, side: str, name: str, folder: str, seconds: float) -> None:
        command = [python, __file__, "--work", side, "--only", name, "--folder", folder, "--seconds", str(seconds)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.first = self._read()["first"]

    def round(self) -> tuple[float, float]:
        """Elements in a second, and microseconds of all processors for an element."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        found = self._read()
        return found["throughput"], found["cpu"]

    def _read(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read()[-2000:])
        return json.loads(line)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def compare(python: str, name: str, folder: str, seconds: float, rounds: int) -> dict:
    """Runs both sides in turn; a side that waits for its turn is stopped, so that its threads take nothing away."""
    import signal

    theirs = Worker(python, "tensorflow", name, folder, seconds)
    theirs.process.send_signal(signal.SIGSTOP)
    ours = Worker(sys.executable, "penstock", name, folder, seconds)
    ours.process.send_signal(signal.SIGSTOP)
    found: dict[str, list[tuple[float, float]]] = {"tensorflow": [], "penstock": []}
    try:
        for _ in range(rounds):
            for side, worker in (("tensorflow", theirs), ("penstock", ours)):
                worker.process.send_signal(signal.SIGCONT)
                found[side].append(worker.round())
                worker.process.send_signal(signal.SIGSTOP)
    finally:
        for worker in (theirs, ours):
            worker.process.send_signal(signal.SIGCONT)
            worker.close()
    (a, b), cpu = (
        [statistics.median(r[k] for r in found[side]) for side in ("tensorflow", "penstock")] for k in (0, 1)
    )
    ratio, first = b / a, [theirs.first, ours.first]
    return {"tensorflow": a, "penstock": b, "ratio": ratio, "cpu": cpu, "first": first, "rounds": found}


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("--tensorflow", help="the Python of an environment with tensorflow-cpu")
    cli.add_argument("--only", help="names of pipelines, separated by commas")
    cli.add_argument("--seconds", type=float, default=2.0, help="the length of a measurement")
    cli.add_argument("--rounds", type=int, default=3, help="how many measurements on each side")
    cli.add_argument("--json", help="a file to write all measurements to")
    cli.add_argument("--work", help=argparse.SUPPRESS)
    cli.add_argument("--folder", help=argparse.SUPPRESS)
    args = cli.parse_args()
    if args.work:
        work(args.work, args.only, args.folder, args.seconds)
        return
    if not args.tensorflow:
        cli.error("--tensorflow is required")
    names = args.only.split(",") if args.only else list(PIPELINES)
    print("elements in a second, medians; ratio = Penstock / TensorFlow; processor time (µs) for an element\n")
    print(f"{'pipeline':18} {'TF':>10} {'ours':>10} {'ratio':>7} {'goal':>6} {'TF µs':>8} {'our µs':>8}")
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        make_files(pathlib.Path(folder))
        for name in names:
            try:
                results[name] = found = compare(args.tensorflow, name, folder, args.seconds, args.rounds)
            except RuntimeError as error:
                print(f"{name:18} failed: {error}", flush=True)
                continue
            print(
                f"{name:18} {found['tensorflow']:10.0f} {found['penstock']:10.0f} {found['ratio']:7.2f} "
                f"{PIPELINES[name][1]:6.1f} {found['cpu'][0]:8.1f} {found['cpu'][1]:8.1f}",
                flush=True,
            )
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
