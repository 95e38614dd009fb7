"""Bases for datasets that libraries write in the manner of 1.15: over one input, and as a wrapper of another dataset."""

from __future__ import annotations

from typing import Any

from penstock.data import structure
from penstock.data.dataset import Dataset
from penstock.data.structure import map_structure
from penstock.graph.operation import Tensor


class UnaryDataset(Dataset):
    """A dataset over another one; a class derived from it says what its elements are (`element_spec`).

    Args:
      input_dataset: the dataset that it takes elements from.
      variant_tensor: the tensor that is the new dataset.
    """

    def __init__(self, input_dataset: Dataset, variant_tensor: Tensor) -> None:
        self._input_dataset = input_dataset
        element = map_structure(structure.as_spec, self.element_spec)
        super().__init__(variant_tensor, element, input_dataset._options)

    def _inputs(self) -> list[Dataset]:
        return [self._input_dataset]


class UnaryUnchangedStructureDataset(UnaryDataset):
    """A dataset over another one, with elements of the same structure."""

    @property
    def element_spec(self) -> Any:
        """The specs of the input's elements."""
        return self._input_dataset.element_spec


class DatasetV1Adapter(Dataset):
    """A dataset with iterators of 1.x, around any dataset."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        super().__init__(dataset._variant_tensor, dataset._structure, dataset._options)

    def options(self) -> Any:
        """The options of what is inside."""
        return self._dataset.options()

    @property
    def element_spec(self) -> Any:
        """The specs of the elements of what is inside."""
        return self._dataset.element_spec
