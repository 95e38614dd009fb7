"""`tf.keras.datasets.mnist`, `fashion_mnist`, `cifar10` and `cifar100`: labelled images."""

from __future__ import annotations

import gzip
import os
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.keras.datasets.reading import local, read_npz, unpickle

_CIFAR = "https://www.cs.toronto.edu/~kriz/"


@export("keras.datasets.mnist.load_data")
def mnist(path: str = "mnist.npz") -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """The handwritten digits of MNIST: `(x_train, y_train), (x_test, y_test)`.

    Args:
      path: the file, in `~/.keras/datasets`.

    >>> import numpy as np, os
    >>> import penstock as tf
    >>> x, y = np.zeros([3, 28, 28], np.uint8), np.zeros([3], np.uint8)
    >>> np.savez("some.npz", x_train=x, y_train=y, x_test=x, y_test=y)
    >>> (x_train, y_train), _ = tf.keras.datasets.mnist.load_data(os.path.abspath("some.npz"))
    >>> x_train.shape
    (3, 28, 28)
    """
    x_train, y_train, x_test, y_test = read_npz(local(path), "x_train", "y_train", "x_test", "y_test")
    return (x_train, y_train), (x_test, y_test)


@export("keras.datasets.fashion_mnist.load_data")
def fashion_mnist() -> tuple[Any, ...]:
    """The pictures of clothes of Fashion-MNIST: `(x_train, y_train), (x_test, y_test)`.

    The four files of it are read from `~/.keras/datasets/fashion-mnist`.

    >>> import penstock as tf
    >>> (x_train, y_train), _ = tf.keras.datasets.fashion_mnist.load_data()  # doctest: +SKIP
    >>> x_train.shape  # doctest: +SKIP
    (60000, 28, 28)
    """

    def read(kind: str, what: str, offset: int) -> np.ndarray:
        path = local(f"{kind}-{what}-ubyte.gz", cache_subdir=os.path.join("datasets", "fashion-mnist"))
        with gzip.open(path, "rb") as file:
            return np.frombuffer(file.read(), np.uint8, offset=offset)

    parts = []
    for kind in ("train", "t10k"):
        labels = read(kind, "labels-idx1", 8)
        parts.append((read(kind, "images-idx3", 16).reshape(len(labels), 28, 28), labels))
    return tuple(parts)


def _batch(path: str, label_key: str = "labels") -> tuple[np.ndarray, Any]:
    with open(path, "rb") as file:
        found = {key.decode(): value for key, value in unpickle(file.read(), encoding="bytes").items()}
    return found["data"].reshape(-1, 3, 32, 32), found[label_key]


def _cifar(train: list[tuple[np.ndarray, Any]], test: tuple[np.ndarray, Any]) -> tuple[Any, ...]:
    sides = []
    for batches in (train, [test]):
        images = np.concatenate([images for images, _ in batches])
        labels = np.concatenate([np.reshape(labels, (-1, 1)) for _, labels in batches])
        if tf.keras.backend.image_data_format() == "channels_last":
            images = images.transpose(0, 2, 3, 1)
        sides.append((images, labels))
    return tuple(sides)


@export("keras.datasets.cifar10.load_data")
def cifar10() -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """The small pictures of CIFAR-10, in ten classes: `(x_train, y_train), (x_test, y_test)`.

    Read from the folder `~/.keras/datasets/cifar-10-batches-py`, which is made of the archive of the same name.

    >>> import penstock as tf
    >>> (x_train, y_train), _ = tf.keras.datasets.cifar10.load_data()  # doctest: +SKIP
    >>> x_train.shape  # doctest: +SKIP
    (50000, 32, 32, 3)
    """
    folder = local("cifar-10-batches-py", _CIFAR + "cifar-10-python.tar.gz", untar=True)
    batches = [_batch(os.path.join(folder, f"data_batch_{i}")) for i in range(1, 6)]
    (x_train, y_train), (x_test, y_test) = _cifar(batches, _batch(os.path.join(folder, "test_batch")))
    return (x_train, y_train.astype("uint8")), (x_test, y_test.astype("uint8"))


@export("keras.datasets.cifar100.load_data")
def cifar100(label_mode: str = "fine") -> tuple[Any, ...]:
    """The small pictures of CIFAR-100, in a hundred classes: `(x_train, y_train), (x_test, y_test)`.

    Read from the folder `~/.keras/datasets/cifar-100-python`, which is made of the archive of the same name.

    Args:
      label_mode: "fine" for the classes, "coarse" for the twenty groups of them.

    >>> import penstock as tf
    >>> tf.keras.datasets.cifar100.load_data("medium")
    Traceback (most recent call last):
    ValueError: `label_mode` must be one of `"fine"`, `"coarse"`.
    """
    if label_mode not in ("fine", "coarse"):
        raise ValueError('`label_mode` must be one of `"fine"`, `"coarse"`.')
    folder = local("cifar-100-python", _CIFAR + "cifar-100-python.tar.gz", untar=True)
    train, test = (_batch(os.path.join(folder, part), f"{label_mode}_labels") for part in ("train", "test"))
    return _cifar([train], test)
