"""Words and categories as numbers: vocabularies, and processors that turn documents and tables into ids."""

from __future__ import annotations

import collections
import math
import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.contrib.learn.data_feeder import setup_processor_data_feeder
from penstock.graph.typing import TensorLike
from penstock.storage import gfile

# Abbreviations, the words of CamelCase, and words with apostrophes and hyphens.
TOKENIZER_RE = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z][a-z]+(?=[A-Z])|[\'\w\-]+", re.UNICODE)


@export("contrib.learn.preprocessing.tokenizer")
def tokenizer(iterator: Iterable[str]) -> Iterator[list[str]]:
    """The words of each text.

    >>> import penstock as tf
    >>> list(tf.contrib.learn.preprocessing.tokenizer(["Don't stop-me, NOW"]))
    [["Don't", 'stop-me', 'NOW']]
    """
    for value in iterator:
        yield TOKENIZER_RE.findall(value)


@export("contrib.learn.preprocessing.CategoricalVocabulary")
class CategoricalVocabulary:
    """Categories as numbers, 0 for what is unknown; new ones are added until it is frozen.

    >>> import penstock as tf
    >>> vocabulary = tf.contrib.learn.preprocessing.CategoricalVocabulary()
    >>> vocabulary.get("a"), vocabulary.get("b"), vocabulary.get("a"), vocabulary.reverse(2)
    (1, 2, 1, 'b')
    """

    def __init__(self, unknown_token: str = "<UNK>", support_reverse: bool = True) -> None:
        self._unknown_token, self._support_reverse = unknown_token, support_reverse
        self._freq: dict[Any, int] = collections.defaultdict(int)
        self._freeze = False
        self._forget()

    def _forget(self) -> None:
        self._mapping = {self._unknown_token: 0}
        self._reverse_mapping = [self._unknown_token]

    def _learn(self, category: Any) -> int:
        self._mapping[category] = number = len(self._mapping)
        if self._support_reverse:
            self._reverse_mapping.append(category)
        return number

    def __len__(self) -> int:
        return len(self._mapping)

    def freeze(self, freeze: bool = True) -> None:
        """Says whether new categories are unknown from now on."""
        self._freeze = freeze

    def get(self, category: Any) -> int:
        """The number of a category, a new one if it is new and the vocabulary is not frozen."""
        found = self._mapping.get(category)
        if found is None:
            return 0 if self._freeze else self._learn(category)
        return found

    def add(self, category: Any, count: int = 1) -> None:
        """Counts a category."""
        if self.get(category) > 0:
            self._freq[category] += count

    def trim(self, min_frequency: int, max_frequency: int = -1) -> None:
        """Forgets categories that came at most `min_frequency` times, or at least `max_frequency` times."""
        in_order = sorted(self._freq.items(), key=lambda item: (isinstance(item[0], str), item[0]))
        in_order.sort(key=lambda item: item[1], reverse=True)
        self._forget()
        for category, count in in_order:
            if count > min_frequency and not 0 < max_frequency <= count:
                self._learn(category)
        self._freq = dict(in_order[: len(self._mapping) - 1])

    def reverse(self, class_id: int) -> str:
        """The category with a number."""
        if not self._support_reverse:
            raise ValueError("This vocabulary wasn't initialized with support_reverse to support reverse() function.")
        return self._reverse_mapping[class_id]


def _missing(value: TensorLike) -> bool:
    return isinstance(value, float) and math.isnan(value)


@export("contrib.learn.preprocessing.CategoricalProcessor")
class CategoricalProcessor:
    """The columns of a table as numbers, each with a vocabulary of its own, or all with one.

    >>> import penstock as tf
    >>> processor = tf.contrib.learn.preprocessing.CategoricalProcessor()
    >>> [row.tolist() for row in processor.fit_transform([["a", "x"], ["b", "x"]])]
    [[1, 1], [2, 1]]
    """

    def __init__(self, min_frequency: int = 0, share: bool = False, vocabularies: Any = None) -> None:
        self.min_frequency, self.share, self.vocabularies_ = min_frequency, share, vocabularies

    def freeze(self, freeze: bool = True) -> None:
        """Says whether new categories are unknown from now on."""
        for vocabulary in self.vocabularies_:
            vocabulary.freeze(freeze)

    def fit(self, x: TensorLike, unused_y: Any = None) -> CategoricalProcessor:
        """Learns the categories of a table."""
        for row in setup_processor_data_feeder(x):
            if self.vocabularies_ is None:
                shared = CategoricalVocabulary()
                self.vocabularies_ = [shared if self.share else CategoricalVocabulary() for _ in row]
            for vocabulary, value in zip(self.vocabularies_, row, strict=True):
                if not _missing(value):
                    vocabulary.add(value)
        if self.min_frequency > 0:
            for vocabulary in self.vocabularies_:
                vocabulary.trim(self.min_frequency)
        self.freeze()
        return self

    def fit_transform(self, x: TensorLike, unused_y: Any = None) -> Iterator[np.ndarray]:
        """`fit`, then `transform`."""
        return self.fit(x).transform(x)

    def transform(self, x: TensorLike) -> Iterator[np.ndarray]:
        """The rows as numbers; what is missing or unknown is 0."""
        self.freeze()
        for row in setup_processor_data_feeder(x):
            pairs = zip(self.vocabularies_, row, strict=True)
            ids = [0 if _missing(value) else vocabulary.get(value) for vocabulary, value in pairs]
            yield np.array(ids, dtype=np.int64)


@export("contrib.learn.preprocessing.ByteProcessor")
class ByteProcessor:
    """Documents as bytes, cut or filled with zeros to one length.

    >>> import penstock as tf
    >>> [row.tolist() for row in tf.contrib.learn.preprocessing.ByteProcessor(3).transform(["ab"])]
    [[97, 98, 0]]
    """

    def __init__(self, max_document_length: int) -> None:
        self.max_document_length = max_document_length

    def fit(self, x: TensorLike) -> None:
        """There is nothing to learn."""

    def fit_transform(self, x: Iterable[Any]) -> Iterator[np.ndarray]:
        """`transform`."""
        return self.transform(x)

    def reverse(self, x: Iterable[np.ndarray]) -> Iterator[str]:
        """The documents; one that is no UTF-8 is empty."""
        for data in x:
            document = np.trim_zeros(data.astype(np.uint8), trim="b").tobytes()
            try:
                yield document.decode("utf-8")
            except UnicodeDecodeError:
                yield ""

    def transform(self, x: Iterable[Any]) -> Iterator[np.ndarray]:
        """The bytes of each document."""
        for document in x:
            raw = document.encode("utf-8") if isinstance(document, str) else bytes(document)
            row = np.frombuffer(raw[: self.max_document_length], dtype=np.uint8)
            yield np.pad(row, (0, self.max_document_length - len(row)), "constant")


@export("contrib.learn.preprocessing.VocabularyProcessor")
class VocabularyProcessor:
    """Documents as the numbers of their words, cut or filled with zeros to one length.

    Args:
      max_document_length: the length.
      min_frequency: words that came at most so often are unknown.
      vocabulary: a `CategoricalVocabulary`; a new one if None.
      tokenizer_fn: gives the words of each document of an iterable; `tokenizer` if None.

    >>> import penstock as tf
    >>> processor = tf.contrib.learn.preprocessing.VocabularyProcessor(4)
    >>> [row.tolist() for row in processor.fit_transform(["to be or", "not to be"])]
    [[1, 2, 3, 0], [4, 1, 2, 0]]
    """

    def __init__(
        self,
        max_document_length: int,
        min_frequency: int = 0,
        vocabulary: CategoricalVocabulary | None = None,
        tokenizer_fn: Callable[[Iterable[str]], Iterable[list[str]]] | None = None,
    ) -> None:
        self.max_document_length, self.min_frequency = max_document_length, min_frequency
        self.vocabulary_ = vocabulary or CategoricalVocabulary()
        self._tokenizer = tokenizer_fn or tokenizer

    def fit(self, raw_documents: Iterable[str], unused_y: Any = None) -> VocabularyProcessor:
        """Learns the words of documents."""
        for tokens in self._tokenizer(raw_documents):
            for token in tokens:
                self.vocabulary_.add(token)
        if self.min_frequency > 0:
            self.vocabulary_.trim(self.min_frequency)
        self.vocabulary_.freeze()
        return self

    def fit_transform(self, raw_documents: Iterable[str], unused_y: Any = None) -> Iterator[np.ndarray]:
        """`fit`, then `transform`."""
        return self.fit(raw_documents).transform(raw_documents)

    def transform(self, raw_documents: Iterable[str]) -> Iterator[np.ndarray]:
        """The numbers of the words of each document."""
        for tokens in self._tokenizer(raw_documents):
            ids = np.zeros(self.max_document_length, np.int64)
            for i, token in enumerate(tokens[: self.max_document_length]):
                ids[i] = self.vocabulary_.get(token)
            yield ids

    def reverse(self, documents: Iterable[Iterable[int]]) -> Iterator[str]:
        """The words of numbers."""
        for item in documents:
            yield " ".join(self.vocabulary_.reverse(class_id) for class_id in item)

    def save(self, filename: str) -> None:
        """Saves the processor as a pickle."""
        with gfile.GFile(filename, "wb") as file:
            file.write(pickle.dumps(self))

    @classmethod
    def restore(cls, filename: str) -> VocabularyProcessor:
        """A processor that was saved; only for files that one trusts."""
        with gfile.GFile(filename, "rb") as file:
            found: VocabularyProcessor = pickle.loads(file.read())
        return found
