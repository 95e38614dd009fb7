"""Which part of a dataset one of several workers reads: part of its files, or of its elements if it reads none.

Follows what 1.15.5 was seen to do: the files are divided where names become records, whatever is done with the records.
"""

from __future__ import annotations

import copy

from penstock.data import transformations
from penstock.data.kernels import InTurn
from penstock.data.mapping import Map
from penstock.data.order import Shuffle, WithInner
from penstock.data.pipeline import Concatenate, Dataset, Element, Fixed, Made, Zip, invalid
from penstock.runtime.session.cancel import Cancel

_READERS = frozenset(
    ("FixedLengthRecordDataset", "FixedLengthRecordDatasetV2", "TFRecordDataset", "TextLineDataset")
)
# What may stand between files and the end; others are divided by their elements.
_BETWEEN = frozenset(
    """BatchDataset BatchDatasetV2 CacheDataset FilterDataset MapAndBatchDataset ExperimentalMapAndBatchDataset MapDataset
    PaddedBatchDataset PaddedBatchDatasetV2 ParallelMapDataset PrefetchDataset RebatchDataset RepeatDataset ShardDataset
    ShuffleDataset ShuffleAndRepeatDataset SkipDataset TakeDataset""".split()
)


class _Part(transformations.Shard):
    """Every so-manieth element; an error if there are fewer elements than parts."""

    def next(self, cancel: Cancel) -> Element | None:
        first = self._at == 0
        found = super().next(cancel)
        if first and found is not None:
            while self._at < self._count:
                if self.source.next(cancel) is None:
                    raise invalid(
                        "There aren't enough elements in this dataset for each shard to have at least one element (# elems = "
                        f"{self._at}, # shards = {self._count}). If you are using datasets with distribution strategy, "
                        "consider turning dataset autosharding off with `tf.data.Options`."
                    )
                self._at += 1
        return found


def sharded(dataset: Dataset, count: int, index: int) -> Dataset:
    """The part of a dataset for the worker `index` of `count`."""
    if count == 1:
        return dataset
    changed, divided = _by_files(dataset, count, index)
    return changed if divided else Made(_Part, changed, count, index)


def _by_files(dataset: Dataset, count: int, index: int) -> tuple[Dataset, bool]:
    """A dataset that reads its part of the files, and whether all of it does."""
    if isinstance(dataset, InTurn) and dataset.kind in _READERS:
        files = dataset.parts
        if index < len(files) < count:
            return Made(_Part, Fixed([(None,)] * len(files)), count, index), True
        read = copy.copy(dataset)
        read.parts = files[index::count]
        return read, True
    if isinstance(dataset, WithInner):
        function = getattr(dataset.function, "function", None)
        if function is None or not any(step.op.type in _READERS for step in function.plan.steps):
            return dataset, False
        made = copy.copy(dataset)
        made.source = Made(_Part, dataset.source, count, index)
        return made, True
    if isinstance(dataset, (Zip, Concatenate)):
        parts = list(dataset.sources if isinstance(dataset, Zip) else dataset.both)
        for i, part in enumerate(parts):
            parts[i], divided = _by_files(part, count, index)
            if not divided:  # 1.15 leaves those before it divided, and divides the whole once more
                break
        return (Zip(parts) if isinstance(dataset, Zip) else Concatenate(*parts)), divided
    if dataset.kind not in _BETWEEN and not (isinstance(dataset, (Map, Shuffle)) and not dataset.kind):
        return dataset, False  # what has no kind is the inner part of an operation that does two things
    source, divided = _by_files(dataset.source, count, index)  # type: ignore[attr-defined]
    passed = copy.copy(dataset)
    passed.source = source  # type: ignore[attr-defined]
    return passed, divided
