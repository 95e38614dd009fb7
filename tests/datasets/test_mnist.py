"""MNIST: IDX files are read or refused with a reason, batches come in 1.15's order, shipped digits are announced."""

import gzip
import io
import logging
import struct

import numpy as np
import pytest

import penstock as tf
from penstock.datasets import base, make_digits, mnist, mnist_model

IMAGES, LABELS = 2051, 2049


def idx(magic, shape, data):
    return struct.pack(f">I{len(shape)}I", magic, *shape) + bytes(data)


def image_file(n, rows=2, cols=3):
    return idx(IMAGES, (n, rows, cols), (np.arange(n * rows * cols) % 256).astype(np.uint8))


def label_file(n):
    return idx(LABELS, (n,), (np.arange(n) % 10).astype(np.uint8))


def write_mnist(folder, train=12, test=5, zipped=True):
    for prefix, n in (("train", train), ("t10k", test)):
        for name, data in (("images-idx3", image_file(n)), ("labels-idx1", label_file(n))):
            path = folder / f"{prefix}-{name}-ubyte{'.gz' if zipped else ''}"
            path.write_bytes(gzip.compress(data) if zipped else data)


def numbered(n, seed=None, **options):
    """A data set whose images say which example they are."""
    images = np.arange(n, dtype=np.uint8).reshape(n, 1, 1, 1)
    return mnist.DataSet(images, np.arange(n), dtype=np.uint8, seed=seed, **options)


@pytest.fixture(autouse=True)
def fresh():
    base._warned.clear()
    with tf.Graph().as_default():
        yield


# --- IDX files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", [gzip.compress, bytes])
def test_images_and_labels_are_read_gzipped_or_plain(pack):
    images = mnist.extract_images(io.BytesIO(pack(image_file(4))))
    assert images.dtype == np.uint8 and images.shape == (4, 2, 3, 1)
    np.testing.assert_array_equal(images.ravel(), np.arange(24))
    labels = mnist.extract_labels(io.BytesIO(pack(label_file(12))))
    assert labels.dtype == np.uint8
    np.testing.assert_array_equal(labels, np.arange(12) % 10)


def test_labels_can_be_one_hot():
    hot = mnist.extract_labels(io.BytesIO(label_file(3)), one_hot=True, num_classes=10)
    assert hot.dtype == np.float64
    np.testing.assert_array_equal(hot, np.eye(10)[:3])
    np.testing.assert_array_equal(mnist.dense_to_one_hot(np.array([3]), 4), [[0, 0, 0, 1]])


def test_a_label_that_is_no_class_is_refused():
    with pytest.raises(ValueError, match=r"labels\[1\] = 7 is not in \[0, 5\)"):
        mnist.dense_to_one_hot(np.array([4, 7]), 5)
    with pytest.raises(ValueError, match=r"labels\[5\] = 5 is not in \[0, 5\)"):
        mnist.extract_labels(io.BytesIO(label_file(9)), one_hot=True, num_classes=5)


good = image_file(40, 28, 28)
DAMAGED = {
    "empty": (b"", "Invalid magic number 0"),
    "labels instead of images": (label_file(3), "Invalid magic number 2049"),
    "a web page": (b"<html>not found</html>", "Invalid magic number"),
    "half a header": (good[:10], "ends within its header"),
    "cut plain": (good[:-1], "31360 bytes, but 31359 follow"),
    "cut gzip": (gzip.compress(good)[:-20], "Damaged"),
    "flipped gzip": (gzip.compress(good)[:-6] + b"\0\0" + gzip.compress(good)[-4:], "CRC"),
    "fewer bytes than promised": (gzip.compress(idx(IMAGES, (3, 2, 2), b"12345")), "12 bytes, but 5 follow"),
    "more bytes than promised": (good + b"x", "more bytes follow"),
    "a promise of exabytes": (idx(IMAGES, (2**32 - 1,) * 3, b""), "more than a file of 16 bytes can hold"),
    "the same, gzipped": (gzip.compress(idx(IMAGES, (2**32 - 1,) * 3, b"")), "more than a file of"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files_are_refused_with_a_reason(name):
    data, reason = DAMAGED[name]
    with pytest.raises(ValueError, match=reason):
        mnist.extract_images(io.BytesIO(data))


def test_the_name_of_a_damaged_file_is_told(tmp_path):
    write_mnist(tmp_path)
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes(b"\x1f\x8b damaged")
    with pytest.raises(ValueError, match="train-images-idx3-ubyte.gz"):
        mnist.read_data_sets(tmp_path, validation_size=0)


# --- batches ----------------------------------------------------------------------------------------------------------


def test_an_epoch_is_numpys_shuffle_from_the_seed_and_the_next_epoch_shuffles_again():
    data = numbered(10, seed=4)
    batches = [data.next_batch(4) for _ in range(5)]
    # NumPy's own generator, used as 1.15 used it: the second shuffle permutes what the first one made.
    generator = np.random.RandomState(4)
    first = generator.permutation(10)
    second = first[generator.permutation(10)]
    np.testing.assert_array_equal(np.concatenate([images for images, _ in batches]).ravel(), [*first, *second])
    for images, labels in batches:
        np.testing.assert_array_equal(images.ravel(), labels)
    assert data.epochs_completed == 1 and data.num_examples == 10


def test_without_shuffling_examples_come_in_order_over_and_over():
    data = numbered(5)
    got = np.concatenate([data.next_batch(3, shuffle=False)[1] for _ in range(4)])
    np.testing.assert_array_equal(got, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1])
    assert data.epochs_completed == 2


def test_the_graphs_seed_is_used_when_no_seed_is_given():
    tf.set_random_seed(11)
    data = numbered(20)
    np.testing.assert_array_equal(data.next_batch(20)[1], np.random.RandomState(11).permutation(20))
    data = numbered(20, seed=3)
    np.testing.assert_array_equal(data.next_batch(20)[1], np.random.RandomState(3).permutation(20))


def test_images_are_scaled_and_flattened_unless_told_otherwise():
    images = np.array([[[[0], [255]], [[51], [102]]]], np.uint8)
    labels = np.array([1])
    flat = mnist.DataSet(images, labels).images
    assert flat.dtype == np.float32 and flat.shape == (1, 4)
    np.testing.assert_allclose(flat, [[0, 1, 0.2, 0.4]], rtol=1e-6)
    raw = mnist.DataSet(images, labels, dtype=tf.uint8, reshape=False).images
    assert raw.dtype == np.uint8 and raw.shape == (1, 2, 2, 1)
    with pytest.raises(TypeError, match="Invalid image dtype tf.float64, expected uint8 or float32"):
        mnist.DataSet(images, labels, dtype=tf.float64)
    with pytest.raises(AssertionError, match="images.shape"):
        mnist.DataSet(images, np.array([1, 2]))


def test_fake_data_are_ones():
    sets = mnist.read_data_sets("nowhere", fake_data=True, one_hot=True)
    images, labels = sets.train.next_batch(3, fake_data=True)
    assert images == [[1] * 784] * 3 and labels == [[1] + [0] * 9] * 3
    assert sets.test.num_examples == 10000
    assert mnist.read_data_sets("nowhere", fake_data=True).train.next_batch(2, fake_data=True)[1] == [0, 0]


# --- the three sets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zipped", [True, False])
def test_files_in_the_folder_are_used_and_the_first_images_become_the_validation_set(tmp_path, zipped, caplog, capsys):
    write_mnist(tmp_path, zipped=zipped)
    sets = mnist.read_data_sets(str(tmp_path), one_hot=True, validation_size=4, dtype=np.uint8)
    assert [s.num_examples for s in sets] == [8, 4, 5]
    np.testing.assert_array_equal(sets.validation.images, np.arange(24).reshape(4, 6))
    np.testing.assert_array_equal(sets.train.labels.argmax(1), np.arange(4, 12) % 10)
    assert capsys.readouterr().out.count("Extracting") == 4
    assert not caplog.records


def test_a_validation_set_larger_than_the_files_is_an_error(tmp_path):
    write_mnist(tmp_path)
    with pytest.raises(ValueError, match="between 0 and 12. Received: 5000"):
        mnist.read_data_sets(tmp_path)
    with pytest.raises(ValueError, match="between 0 and 12. Received: -1"):
        mnist.read_data_sets(tmp_path, validation_size=-1)


def test_files_that_do_not_belong_together_are_refused(tmp_path):
    write_mnist(tmp_path)
    (tmp_path / "t10k-labels-idx1-ubyte.gz").write_bytes(label_file(3))
    with pytest.raises(ValueError, match="5 images but 3 labels in the t10k files"):
        mnist.read_data_sets(tmp_path, validation_size=0)


def test_without_files_the_shipped_digits_are_used_with_one_warning(tmp_path, caplog):
    with caplog.at_level(logging.WARNING, "tensorflow"):
        sets = mnist.read_data_sets(tmp_path, one_hot=True)
        mnist.read_data_sets(tmp_path)
    assert [s.num_examples for s in sets] == [3600, 400, 1000]
    assert sets.train.images.shape == (3600, 784) and sets.train.labels.shape == (3600, 10)
    (record,) = caplog.records
    assert record.name == "tensorflow"
    for part in ("ship with Penstock", "4,000 to train", "train-images-idx3-ubyte.gz", "from 5,000 to 400"):
        assert part in record.getMessage()
    assert [s.num_examples for s in mnist.read_data_sets(tmp_path, validation_size=1000)] == [3000, 1000, 1000]


def test_the_shipped_digits_are_small_balanced_and_not_shared_between_training_and_test(tmp_path):
    sets = mnist.read_data_sets(tmp_path, validation_size=0, dtype=np.uint8)
    np.testing.assert_array_equal(np.bincount(sets.train.labels), [400] * 10)
    np.testing.assert_array_equal(np.bincount(sets.test.labels), [100] * 10)
    train = {image.tobytes() for image in sets.train.images}
    assert len(train) == 4000 and not any(image.tobytes() in train for image in sets.test.images)
    assert sum(path.stat().st_size for path in base.SHIPPED.iterdir()) < 2_000_000


def test_the_program_that_made_them_writes_idx_files_that_are_read_back(tmp_path):
    images = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    make_digits.write_idx(tmp_path / "x.gz", images)
    with open(tmp_path / "x.gz", "rb") as f:
        np.testing.assert_array_equal(mnist.extract_images(f)[..., 0], images)


def test_maybe_download_finds_files_but_fetches_none(tmp_path):
    write_mnist(tmp_path)
    name = "train-images-idx3-ubyte.gz"
    assert mnist.maybe_download(name, tmp_path, "http://nowhere") == str(tmp_path / name)
    assert mnist.maybe_download(name, tmp_path / "empty") == str(base.SHIPPED / name)
    with pytest.raises(FileNotFoundError, match="other.gz"):
        mnist.maybe_download("other.gz", tmp_path)


# --- the network of Mechanics 101 -------------------------------------------------------------------------------------


def test_the_tutorials_network_learns_the_shipped_digits(tmp_path):
    tf.set_random_seed(1)
    sets = mnist.read_data_sets(tmp_path, seed=1)
    images = tf.placeholder(tf.float32, [None, mnist_model.IMAGE_PIXELS])
    labels = tf.placeholder(tf.int32, [None])
    logits = mnist_model.inference(images, 64, 32)
    loss = mnist_model.loss(logits, labels)
    train_op = mnist_model.training(loss, 0.1)
    correct = mnist_model.evaluation(logits, labels)
    names = [v.op.name for v in tf.trainable_variables()]
    scopes = ("hidden1", "hidden2", "softmax_linear")
    assert names == [f"{scope}/{kind}" for scope in scopes for kind in ("weights", "biases")]
    test = {images: sets.test.images, labels: sets.test.labels}
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        before = sess.run(loss, test)
        assert abs(before - np.log(10)) < 0.3
        for _ in range(200):
            xs, ys = sets.train.next_batch(100)
            sess.run(train_op, {images: xs, labels: ys})
        assert sess.run(correct, test) > 800
        assert sess.run("global_step:0") == 200
