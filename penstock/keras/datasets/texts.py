"""`tf.keras.datasets.imdb`, `reuters` and `boston_housing`: texts as lists of numbers of words, and a table."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.keras.datasets.reading import lists, local, read_npz
from penstock.platform import logging


def _shuffled(*arrays: np.ndarray) -> list[np.ndarray]:
    order = np.arange(len(arrays[0]))
    np.random.shuffle(order)
    return [array[order] for array in arrays]


def _renamed(num_words: int | None, kwargs: dict[str, Any]) -> int | None:
    if "nb_words" in kwargs:
        logging.warning("The `nb_words` argument in `load_data` has been renamed `num_words`.")
        num_words = kwargs.pop("nb_words")
    if kwargs:
        raise TypeError(f"Unrecognized keyword arguments: {kwargs}")
    return num_words


def _words(
    texts: Any,
    labels: Any,
    num_words: int | None,
    skip_top: int,
    maxlen: int | None,
    start_char: int | None,
    oov_char: int | None,
    index_from: int,
) -> tuple[list[list[int]], Any]:
    """Texts with a mark at their start, without rare and too frequent words, and without those that are too long."""
    head = [] if start_char is None else [start_char]
    found = [[*head, *(int(w) + (index_from or 0) for w in text)] for text in texts]
    if maxlen:
        kept = [i for i, text in enumerate(found) if len(text) < maxlen]
        found, labels = [found[i] for i in kept], [labels[i] for i in kept]
    if not found:
        raise ValueError(
            f"After filtering for sequences shorter than maxlen={maxlen}, no sequence was kept. Increase maxlen."
        )
    limit = num_words or max(max(text) for text in found)
    if oov_char is not None:
        return [[w if skip_top <= w < limit else oov_char for w in text] for text in found], labels
    return [[w for w in text if skip_top <= w < limit] for text in found], labels


def _index(path: str) -> dict[str, int]:
    with open(local(path)) as file:
        return json.load(file)


@export("keras.datasets.imdb.load_data")
def imdb(
    path: str = "imdb.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Reviews of films, and whether they are good: `(x_train, y_train), (x_test, y_test)`.

    Words are numbered by how frequent they are.

    Args:
      path: the file, in `~/.keras/datasets`.
      num_words: less frequent words are replaced by `oov_char`.
      skip_top: so are the most frequent ones.
      maxlen: longer reviews are left out.
      seed: for shuffling.
      start_char: stands at the start of each review; None for nothing.
      oov_char: stands for words that are left out; None for nothing.
      index_from: is added to the numbers of words.

    >>> import numpy as np, os
    >>> import penstock as tf
    >>> x = np.array([[1, 2, 3], [4, 5]], dtype=object)
    >>> np.savez("some.npz", x_train=x, y_train=[0, 1], x_test=x, y_test=[0, 1])
    >>> (x_train, y_train), _ = tf.keras.datasets.imdb.load_data(os.path.abspath("some.npz"), num_words=7)
    >>> sorted(x_train.tolist())
    [[1, 2, 2], [1, 4, 5, 6]]
    """
    num_words = _renamed(num_words, kwargs)
    x_train, y_train, x_test, y_test = read_npz(local(path), "x_train", "y_train", "x_test", "y_test")
    np.random.seed(seed)
    x_train, y_train = _shuffled(x_train, y_train)
    x_test, y_test = _shuffled(x_test, y_test)
    texts, labels = _words(
        [*x_train, *x_test],
        np.concatenate([y_train, y_test]),
        num_words,
        skip_top,
        maxlen,
        start_char,
        oov_char,
        index_from,
    )
    n = len(x_train)
    return (lists(texts[:n]), np.array(labels[:n])), (lists(texts[n:]), np.array(labels[n:]))


@export("keras.datasets.imdb.get_word_index")
def imdb_words(path: str = "imdb_word_index.json") -> dict[str, int]:
    """The words of the reviews, with their numbers.

    Args:
      path: the file, in `~/.keras/datasets`.

    >>> import json, os
    >>> import penstock as tf
    >>> json.dump({"film": 1}, open("words.json", "w"))
    >>> tf.keras.datasets.imdb.get_word_index(os.path.abspath("words.json"))
    {'film': 1}
    """
    return _index(path)


@export("keras.datasets.reuters.load_data")
def reuters(
    path: str = "reuters.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    test_split: float = 0.2,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """News of 46 topics: `(x_train, y_train), (x_test, y_test)`.

    Args:
      path: the file, in `~/.keras/datasets`.
      test_split: the fraction that is kept for testing.
      num_words, skip_top, maxlen, seed, start_char, oov_char, index_from: as in `imdb.load_data`.

    >>> import numpy as np, os
    >>> import penstock as tf
    >>> np.savez("some.npz", x=np.array([[1, 2, 3], [4, 5]], dtype=object), y=[0, 1])
    >>> (x_train, _), _ = tf.keras.datasets.reuters.load_data(os.path.abspath("some.npz"), test_split=0.5)
    >>> len(x_train)
    1
    """
    num_words = _renamed(num_words, kwargs)
    texts, labels = read_npz(local(path), "x", "y")
    np.random.seed(seed)
    texts, labels = _shuffled(texts, labels)
    texts, labels = _words(texts, labels, num_words, skip_top, maxlen, start_char, oov_char, index_from)
    n = int(len(texts) * (1 - test_split))
    return (lists(texts[:n]), np.array(labels[:n])), (lists(texts[n:]), np.array(labels[n:]))


@export("keras.datasets.reuters.get_word_index")
def reuters_words(path: str = "reuters_word_index.json") -> dict[str, int]:
    """The words of the news, with their numbers.

    Args:
      path: the file, in `~/.keras/datasets`.

    >>> import json, os
    >>> import penstock as tf
    >>> json.dump({"oil": 1}, open("words.json", "w"))
    >>> tf.keras.datasets.reuters.get_word_index(os.path.abspath("words.json"))
    {'oil': 1}
    """
    return _index(path)


@export("keras.datasets.boston_housing.load_data")
def boston_housing(
    path: str = "boston_housing.npz", test_split: float = 0.2, seed: int = 113
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Prices of houses, with 13 numbers about each: `(x_train, y_train), (x_test, y_test)`.

    Args:
      path: the file, in `~/.keras/datasets`.
      test_split: the fraction that is kept for testing.
      seed: for shuffling.

    >>> import numpy as np, os
    >>> import penstock as tf
    >>> np.savez("some.npz", x=np.zeros([5, 13]), y=np.zeros([5]))
    >>> (x_train, _), _ = tf.keras.datasets.boston_housing.load_data(os.path.abspath("some.npz"))
    >>> x_train.shape
    (4, 13)
    """
    assert 0 <= test_split < 1
    x, y = read_npz(local(path), "x", "y")
    np.random.seed(seed)
    x, y = _shuffled(x, y)
    n = int(len(x) * (1 - test_split))
    return (x[:n], y[:n]), (x[n:], y[n:])
