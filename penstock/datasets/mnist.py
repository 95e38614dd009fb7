"""MNIST as 1.15 served it: `tensorflow.examples.tutorials.mnist.input_data` and `tf.contrib.learn.datasets.mnist`.

Reads the four IDX files, gzipped or plain, and hands out shuffled batches in 1.15's order for the same seeds. Without
the files, the 5,000 digits that ship with Penstock take their place, with a warning. Uses the rest of Penstock only to
learn the graph's seed.
"""

import gzip
import io
import os
import zlib
from typing import Any, BinaryIO

import numpy as np

from penstock._namespace import export
from penstock.datasets import base
from penstock.datasets.base import Datasets, maybe_download

__all__ = [
    "DEFAULT_SOURCE_URL",
    "DataSet",
    "Datasets",
    "base",
    "dense_to_one_hot",
    "extract_images",
    "extract_labels",
    "load_mnist",
    "maybe_download",
    "read_data_sets",
]

# Known to old programs, which pass it around; nothing is fetched from it.
DEFAULT_SOURCE_URL = SOURCE_URL = "https://storage.googleapis.com/cvdf-datasets/mnist/"

TRAIN_IMAGES = "train-images-idx3-ubyte.gz"
TRAIN_LABELS = "train-labels-idx1-ubyte.gz"
TEST_IMAGES = "t10k-images-idx3-ubyte.gz"
TEST_LABELS = "t10k-labels-idx1-ubyte.gz"
_FILES = (TRAIN_IMAGES, TRAIN_LABELS, TEST_IMAGES, TEST_LABELS)

# --- IDX files --------------------------------------------------------------------------------------------------------

# Deflate cannot do better than 1032:1, so a file of a known size bounds what its header may honestly promise.
_MAX_INFLATION = 1032


def _read_idx(f: BinaryIO, magic: int, kind: str) -> np.ndarray:
    """Return the array of uint8 in an IDX file whose number of dimensions is the low byte of `magic`."""
    name = getattr(f, "name", "<stream>")

    def damaged(why: str) -> ValueError:
        return ValueError(f"Damaged MNIST {kind} file {name}: {why}")

    raw = f.read()
    zipped = raw[:2] == b"\x1f\x8b"
    available = len(raw) * _MAX_INFLATION if zipped else len(raw)
    stream: Any = gzip.GzipFile(fileobj=io.BytesIO(raw)) if zipped else io.BytesIO(raw)
    try:
        found = int.from_bytes(stream.read(4), "big")
        if found != magic:
            raise ValueError(f"Invalid magic number {found} in MNIST {kind} file: {name} (expected {magic})")
        header = stream.read(4 * (magic & 0xFF))
        if len(header) != 4 * (magic & 0xFF):
            raise damaged("it ends within its header")
        shape = [int(n) for n in np.frombuffer(header, ">u4")]
        size = 1
        for n in shape:
            size *= n
        if size > available:
            raise damaged(f"its header promises {shape}, {size} bytes, more than a file of {len(raw)} bytes can hold")
        # A bytearray, so that what the caller gets can be written to.
        data = bytearray(stream.read(size))
        if len(data) != size:
            raise damaged(f"its header promises {shape}, {size} bytes, but {len(data)} follow")
        # Reading on to the end is also what makes gzip verify its checksum.
        if stream.read(1):
            raise damaged(f"more bytes follow after the {size} its header {shape} promises")
    except (OSError, EOFError, zlib.error) as e:
        raise damaged(str(e)) from e
    return np.frombuffer(data, np.uint8).reshape(shape)


@export("contrib.learn.datasets.mnist.extract_images")
def extract_images(f: BinaryIO) -> np.ndarray:
    """Read the images of an IDX file.

    Args:
      f: Binary file object, gzipped or plain.

    Returns:
      A uint8 array of shape [index, y, x, 1].

    Raises:
      ValueError: It is not a file of images, or a damaged one.

    >>> import io
    >>> import penstock as tf
    >>> header = bytes([0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2])  # bytes in 3 dimensions, of sizes 1, 2 and 2
    >>> images = tf.contrib.learn.datasets.mnist.extract_images(io.BytesIO(header + bytes([0, 64, 128, 255])))
    Extracting ...
    >>> images[0, :, :, 0]
    array([[  0,  64],
           [128, 255]], dtype=uint8)
    """
    print("Extracting", getattr(f, "name", f))
    return _read_idx(f, 2051, "image")[..., np.newaxis]


@export("contrib.learn.datasets.mnist.dense_to_one_hot")
def dense_to_one_hot(labels_dense: np.ndarray, num_classes: int) -> np.ndarray:
    """Turn class numbers into rows with a single 1.

    Args:
      labels_dense: class numbers.
      num_classes: the number of classes.

    >>> dense_to_one_hot(np.array([2, 0]), 3)
    array([[0., 0., 1.],
           [1., 0., 0.]])

    Raises:
      ValueError: A label is not in [0, num_classes).
    """
    labels = np.asarray(labels_dense).ravel()
    # 1.15 wrote into the row of another example, or past the end, for such a label.
    bad = (labels < 0) | (labels >= num_classes)
    if bad.any():
        index = int(bad.argmax())
        raise ValueError(f"labels[{index}] = {labels[index]} is not in [0, {num_classes})")
    one_hot = np.zeros((len(labels), num_classes))
    one_hot[np.arange(len(labels)), labels] = 1
    return one_hot


@export("contrib.learn.datasets.mnist.extract_labels")
def extract_labels(f: BinaryIO, one_hot: bool = False, num_classes: int = 10) -> np.ndarray:
    """Read the labels of an IDX file.

    Args:
      f: Binary file object, gzipped or plain.
      one_hot: Whether to return rows with a single 1 (float64, as in 1.15) instead of class numbers.
      num_classes: Length of such a row.

    Returns:
      A uint8 array of shape [index], or a float64 array of shape [index, num_classes].

    Raises:
      ValueError: It is not a file of labels, a damaged one, or a label is not in [0, num_classes).

    >>> import io
    >>> import penstock as tf
    >>> header = bytes([0, 0, 8, 1, 0, 0, 0, 2])  # bytes in one dimension, of size 2
    >>> tf.contrib.learn.datasets.mnist.extract_labels(io.BytesIO(header + bytes([7, 2])))
    Extracting ...
    array([7, 2], dtype=uint8)
    """
    print("Extracting", getattr(f, "name", f))
    return _labels(f, one_hot, num_classes)


def _labels(f: BinaryIO, one_hot: bool, num_classes: int) -> np.ndarray:
    labels = _read_idx(f, 2049, "label")
    return dense_to_one_hot(labels, num_classes) if one_hot else labels


# --- batches ----------------------------------------------------------------------------------------------------------


def _seed_numpy(seed: int | None) -> None:
    """Seed NumPy's global generator as 1.15 did: with `seed`, else with the graph's seed, else from the system."""
    import penstock as tf

    graph_seed, op_seed = tf.get_seed(seed)
    np.random.seed(graph_seed if seed is None else op_seed)


@export("contrib.learn.datasets.mnist.DataSet")
class DataSet:
    """Images with their labels, handed out in batches that go through them in a new random order each epoch.

    Creating one seeds NumPy's global generator, and the shuffling draws from it: programs that rely on the order of
    1.15's batches get the same one.

    >>> import numpy as np
    >>> import penstock as tf
    >>> images, labels = np.zeros([3, 28, 28, 1], np.uint8), np.array([7, 8, 9])
    >>> data = tf.contrib.learn.datasets.mnist.DataSet(images, labels)
    >>> batch, labels = data.next_batch(2, shuffle=False)
    >>> batch.shape, labels
    ((2, 784), array([7, 8]))
    """

    def __init__(
        self,
        images: Any,
        labels: Any,
        fake_data: bool = False,
        one_hot: bool = False,
        dtype: Any = np.float32,
        reshape: bool = True,
        seed: int | None = None,
    ):
        """Make a data set.

        Args:
          images: uint8 array of shape [index, y, x, depth].
          labels: Array whose first dimension is that of `images`.
          fake_data: Whether to pretend to have 10,000 examples; `images` and `labels` are then not looked at.
          one_hot: Kind of the fake labels.
          dtype: float32 to scale the images into [0, 1], uint8 to leave them in [0, 255].
          reshape: Whether to flatten images of depth 1 to [index, y * x].
          seed: Seed of the shuffling; the graph's seed when None.

        Raises:
          TypeError: `dtype` is neither float32 nor uint8.
          AssertionError: Images and labels differ in number, or images to reshape have a depth other than 1.
        """
        _seed_numpy(seed)
        numpy_dtype = np.dtype(getattr(dtype, "as_numpy_dtype", dtype))
        if numpy_dtype not in (np.uint8, np.float32):
            raise TypeError(f"Invalid image dtype {dtype!r}, expected uint8 or float32")
        self.one_hot = one_hot
        if fake_data:
            self._num_examples = 10000
        else:
            assert images.shape[0] == labels.shape[0], f"images.shape: {images.shape} labels.shape: {labels.shape}"
            self._num_examples = images.shape[0]
            if reshape:
                assert images.shape[3] == 1, f"images.shape: {images.shape}, expected depth 1"
                images = images.reshape(images.shape[0], images.shape[1] * images.shape[2])
            if numpy_dtype == np.float32:
                images = np.multiply(images.astype(np.float32), 1.0 / 255.0)
        self._images = images
        self._labels = labels
        self._epochs_completed = 0
        self._index_in_epoch = 0

    @property
    def images(self) -> Any:
        """All images, in the order of the present epoch."""
        return self._images

    @property
    def labels(self) -> Any:
        """All labels, in the order of the present epoch."""
        return self._labels

    @property
    def num_examples(self) -> int:
        """How many examples there are."""
        return self._num_examples

    @property
    def epochs_completed(self) -> int:
        """How often all examples have been handed out."""
        return self._epochs_completed

    def _shuffle(self) -> None:
        order = np.arange(self._num_examples)
        np.random.shuffle(order)
        self._images = self._images[order]
        self._labels = self._labels[order]

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> tuple[Any, Any]:
        """Return the next images and labels.

        A batch across the end of an epoch takes the rest of it and the beginning of the next.

        Args:
          batch_size: How many examples.
          fake_data: Whether to return lists of ones and of label 0 instead, as tests of programs do.
          shuffle: Whether an epoch that starts now starts in a new order.
        """
        if fake_data:
            label: Any = [1] + [0] * 9 if self.one_hot else 0
            image = [1] * 784
            return [image for _ in range(batch_size)], [label for _ in range(batch_size)]
        start = self._index_in_epoch
        if self._epochs_completed == 0 and start == 0 and shuffle:
            self._shuffle()
        end = start + batch_size
        if end <= self._num_examples:
            self._index_in_epoch = end
            return self._images[start:end], self._labels[start:end]
        rest_images, rest_labels = self._images[start:], self._labels[start:]
        self._epochs_completed += 1
        if shuffle:
            self._shuffle()
        self._index_in_epoch = end = end - self._num_examples
        return np.concatenate((rest_images, self._images[:end])), np.concatenate((rest_labels, self._labels[:end]))


# --- the three sets ---------------------------------------------------------------------------------------------------


@export("contrib.learn.datasets.mnist.read_data_sets")
def read_data_sets(
    train_dir: str | os.PathLike[str],
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: Any = np.float32,
    reshape: bool = True,
    validation_size: int = 5000,
    seed: int | None = None,
    source_url: str = DEFAULT_SOURCE_URL,
    num_classes: int = 10,
) -> Datasets:
    """Read MNIST from the IDX files in `train_dir`, or the digits that ship with Penstock when they are not there.

    >>> mnist = read_data_sets("MNIST_data", one_hot=True)  # doctest: +SKIP
    >>> images, labels = mnist.train.next_batch(100)  # doctest: +SKIP

    Args:
      train_dir: Folder with `train-images-idx3-ubyte.gz` and its three companions, gzipped or plain.
      fake_data: Whether to return sets that have nothing but `next_batch(n, fake_data=True)`.
      one_hot: Whether labels are rows with a single 1 instead of class numbers.
      dtype: float32 for images in [0, 1], uint8 for [0, 255].
      reshape: Whether images are rows of 784 instead of [28, 28, 1].
      validation_size: How many training images to set aside. More than the shipped digits have is reduced, with a
        warning; more than the files in `train_dir` have is an error.
      seed: Seed of the shuffling.
      source_url: Ignored; nothing is downloaded.
      num_classes: Length of a one-hot row.

    Returns:
      A named tuple of `DataSet`: `train`, `validation`, `test`.

    Raises:
      ValueError: A file is damaged, images and labels differ in number, or `validation_size` is not possible.
    """
    del source_url
    options = {"dtype": dtype, "seed": seed}
    if fake_data:
        return Datasets(*(DataSet([], [], fake_data=True, one_hot=one_hot, **options) for _ in Datasets._fields))

    paths = [base.find_file(name, train_dir) for name in _FILES]
    shipped = None in paths
    if shipped:
        paths = [base.find_file(name, base.SHIPPED) for name in _FILES]
    arrays = []
    for name, path in zip(_FILES, paths):
        assert path is not None, f"{name} is missing from the installed package"
        with open(path, "rb") as f:
            if not shipped:
                print("Extracting", path)
            arrays.append(
                _read_idx(f, 2051, "image")[..., np.newaxis] if "images" in name else _labels(f, one_hot, num_classes)
            )
    train_images, train_labels, test_images, test_labels = arrays
    for kind, images, labels in (("train", train_images, train_labels), ("t10k", test_images, test_labels)):
        if len(images) != len(labels):
            raise ValueError(
                f"{len(images)} images but {len(labels)} labels in the {kind} files of {os.fspath(train_dir)!r}"
            )

    if shipped:
        validation_size = _announce_shipped(train_dir, validation_size, len(train_images), len(test_images))
    if not 0 <= validation_size <= len(train_images):
        raise ValueError(f"Validation size should be between 0 and {len(train_images)}. Received: {validation_size}.")
    options["reshape"] = reshape
    # In this order: each set seeds the generator anew, and 1.15 made the test set last.
    return Datasets(
        train=DataSet(train_images[validation_size:], train_labels[validation_size:], **options),
        validation=DataSet(train_images[:validation_size], train_labels[:validation_size], **options),
        test=DataSet(test_images, test_labels, **options),
    )


def _announce_shipped(train_dir: str | os.PathLike[str], validation_size: int, num_train: int, num_test: int) -> int:
    """Warn that the shipped digits are used; return the validation size to use with them."""
    missing = [name for name in _FILES if base.find_file(name, train_dir) is None]
    message = (
        f"MNIST is not in {os.fspath(train_dir)!r} (no {', '.join(missing)}, gzipped or plain): using the "
        f"{num_train + num_test:,} MNIST digits that ship with Penstock, {num_train:,} to train, {num_test:,} to test."
    )
    if validation_size > num_train:
        reduced = num_train // 10
        message += f" validation_size is reduced from {validation_size:,} to {reduced:,}."
        validation_size = reduced
    base.warn_once(message)
    return validation_size


@export("contrib.learn.datasets.mnist.load_mnist")
def load_mnist(train_dir: str | os.PathLike[str] = "MNIST-data") -> Datasets:
    """Read MNIST with the default options of `read_data_sets`.

    Args:
      train_dir: Folder with the files.

    Raises:
      ValueError: A file is damaged, or images and labels differ in number.

    >>> import penstock as tf
    >>> mnist = tf.contrib.learn.datasets.mnist.load_mnist()  # without the files, the digits that ship with Penstock
    >>> mnist.train.next_batch(100)[0].shape
    (100, 784)
    """
    return read_data_sets(train_dir)
