"""What eight bits cost in accuracy: trains networks for digits and pictures in colour, and compares their answers.

    python benchmarks/eight_bits_accuracy.py [--steps 1500] [--contrast 1] [--plot PATH.svg]

The digits are those that ship with Penstock. The pictures are as CIFAR's are, 32 by 32 in colour, of ten classes, but
made here (a shape with stripes on a background, with noise), as nothing is downloaded; what is compared is the same
network before and after. --contrast makes them easy or hard to tell: a network that is right in half of the cases often
has two answers that are nearly as likely, and eight bits choose the other one. `PENSTOCK_ISA=avx2` or `baseline` runs
kernels for other processors.
"""

import argparse

import numpy as np

import penstock as tf
from penstock.tools.graph_transforms import TransformGraph
from penstock.tools.quantization import quantize_graph


def colour_pictures(count, seed, contrast):
    """Pictures [count, 32, 32, 3] from -1 to 1, and their classes: a shape, and the direction of its stripes."""
    random = np.random.RandomState(seed)
    classes = random.randint(0, 10, count)
    rows, columns = np.mgrid[:32, :32].astype("f")
    pictures = np.empty((count, 32, 32, 3), "f")
    for i, kind in enumerate(classes):
        y, x, size = random.uniform(11, 21), random.uniform(11, 21), random.uniform(6, 11)
        dy, dx = (rows - y) / size, (columns - x) / size
        a, b = abs(dy), abs(dx)
        shape = [a * a + b * b, np.maximum(a, b), a + b, 2 * a + b * b, a * a + 2 * b][kind % 5]
        along = rows if kind < 5 else columns
        stripes = np.sin(along * random.uniform(0.9, 1.4) + random.uniform(0, 6))
        colours = random.uniform(-0.7, 0.7, (3, 3))
        inside = contrast * colours[0] + stripes[..., None] * (contrast / 2 + 0.3 * colours[1])
        pictures[i] = np.where((shape < 1)[..., None], inside, 0.4 * colours[2] + 0.01 * (rows - columns)[..., None])
    pictures += random.normal(0, 0.12, pictures.shape).astype("f")
    return np.clip(pictures, -1, 1), classes


def digits_network(x):
    """The network of the guide."""
    h = tf.reshape(x, [-1, 28, 28, 1])
    h = tf.layers.max_pooling2d(tf.layers.conv2d(h, 16, 5, padding="same", activation=tf.nn.relu), 2, 2)
    h = tf.layers.max_pooling2d(tf.layers.conv2d(h, 32, 5, padding="same", activation=tf.nn.relu), 2, 2)
    h = tf.layers.dense(tf.reshape(h, [-1, 7 * 7 * 32]), 128, activation=tf.nn.relu)
    return tf.layers.dense(h, 10)


def colour_network(x):
    """That of TensorFlow's tutorial about CIFAR, without its normalization of responses."""
    h = tf.reshape(x, [-1, 32, 32, 3])
    h = tf.layers.max_pooling2d(tf.layers.conv2d(h, 64, 5, padding="same", activation=tf.nn.relu), 3, 2, padding="same")
    h = tf.layers.max_pooling2d(tf.layers.conv2d(h, 64, 5, padding="same", activation=tf.nn.relu), 3, 2, padding="same")
    h = tf.layers.dense(tf.reshape(h, [-1, 8 * 8 * 64]), 384, activation=tf.nn.relu)
    return tf.layers.dense(tf.layers.dense(h, 192, activation=tf.nn.relu), 10)


def trained(build, images, classes, steps):
    """A frozen network: from `x` to `y`."""
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        tf.set_random_seed(1)
        x = tf.placeholder(tf.float32, [None, *images.shape[1:]], name="x")
        labels = tf.placeholder(tf.int64, [None])
        logits = build(x)
        tf.nn.softmax(logits, name="y")
        rate = tf.train.cosine_decay(0.001, tf.train.get_or_create_global_step(), steps)
        loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
        step = tf.train.AdamOptimizer(rate).minimize(loss, tf.train.get_global_step())
        sess.run(tf.global_variables_initializer())
        random = np.random.RandomState(0)
        for _ in range(steps):
            some = random.randint(0, len(images), 64)
            sess.run(step, {x: images[some], labels: classes[some]})
        return tf.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), ["y"])


def answers(graph_def, images):
    """The class of each picture."""
    with tf.Graph().as_default(), tf.Session() as sess:
        (y,) = tf.import_graph_def(graph_def, return_elements=["y:0"], name="")
        parts = np.array_split(images, len(images) // 100)
        return np.concatenate([sess.run(y, {"x:0": some}).argmax(1) for some in parts])


def forms(frozen):
    """The network in three ways with eight bits."""
    steps = ["strip_unused_nodes", "fold_constants(ignore_errors=true)", "quantize_weights"]
    weights = TransformGraph(frozen, ["x"], ["y"], steps)
    yield "weights in eight bits", weights
    yield "quantize_graph eightbit", quantize_graph.GraphRewriter(frozen, "eightbit", None, None).rewrite(["y"])
    steps = ["quantize_nodes", "strip_unused_nodes", "sort_by_execution_order"]
    yield "quantize_nodes", TransformGraph(weights, ["x"], ["y"], steps)


def plot(rows, path):
    """Bars of size, and of the accuracy, of each form."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(9, 3.2), sharey=True)
    names = [f"{network}: {form}" for network, form, *_ in rows]
    for axis, values, title in zip(
        axes, zip(*((row[2], 100 * row[3]) for row in rows)), ("size, of float32", "accuracy, %"), strict=True
    ):
        axis.barh(names[::-1], values[::-1], color="#3b75af")
        axis.set_title(title)
    axes[1].set_xlim(90, 100)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--contrast", type=float, default=1.0)
    parser.add_argument("--plot", default="")
    given = parser.parse_args()
    tf.logging.set_verbosity(tf.logging.ERROR)
    digits = tf.contrib.learn.datasets.mnist.read_data_sets("MNIST_data", seed=1)
    colours = *colour_pictures(6000, 0, given.contrast), *colour_pictures(2000, 1, given.contrast)
    data = {
        "digits": (digits_network, digits.train.images, digits.train.labels, digits.test.images, digits.test.labels),
        "colour": (colour_network, *colours),
    }
    rows = []
    for name, (build, images, classes, test_images, test_classes) in data.items():
        frozen = trained(build, images, classes, given.steps)
        expected = answers(frozen, test_images)
        right = np.mean(expected == test_classes)
        rows.append((name, "float32", 1.0, right))
        print(f"{name}: {len(test_images)} pictures, accuracy in float32 {100 * right:.2f} %")
        for form, graph_def in forms(frozen):
            found = answers(graph_def, test_images)
            size, accuracy = graph_def.ByteSize() / frozen.ByteSize(), np.mean(found == test_classes)
            rows.append((name, form, size, accuracy))
            print(f"  {form:24} {size:.3f} of the size, same answers {100 * np.mean(found == expected):.2f} %, "
                  f"accuracy lost {100 * (right - accuracy):+.2f} points")  # fmt: skip
    if given.plot:
        plot(rows, given.plot)


if __name__ == "__main__":
    main()
