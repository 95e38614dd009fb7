"""What the columns of `tf.contrib.layers` have in common: their keys, and what a linear model looks up for one."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.contrib.layers.sparse import inner_flatten
from penstock.feature_column.base import FeatureColumn
from penstock.graph.typing import TensorLike
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache


# What a linear model looks up for a column: sparse numbers, their weights, and the table.
WideArguments = collections.namedtuple(
    "WideArguments", ["input_tensor", "weight_tensor", "vocab_size", "initializer", "combiner"]
)


class ContribColumn(FeatureColumn):
    """A column of contrib: it puts what it makes of the features into the dictionary of features, under itself."""

    _left_out: tuple[str, ...] = ()  # fields that are not part of the key

    @property
    def config(self) -> dict[str, Any]:
        """What `tf.parse_example` must be told."""
        raise NotImplementedError

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The same as `config`."""
        return self.config

    @property
    def key(self) -> str:
        """The column's text; columns are ordered by it."""
        if not self._left_out:
            return str(self)
        values: Any = self
        fields = zip(values._fields, values)
        shown = ", ".join(f"{name}={value}" for name, value in fields if name not in self._left_out)
        return f"{type(self).__name__}({shown})"

    @property
    def parents(self) -> list[Any]:
        """Contrib's columns do not tell."""
        return []

    @property
    def _is_v2_column(self) -> bool:
        return False

    def _made(self, get: Callable) -> Any:
        raise NotImplementedError(f"Transform is not implemented for {self}.")

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        """Adds what this column makes of the features."""

        def get(key: Any) -> Any:
            if key not in columns_to_tensors:
                if isinstance(key, str):
                    raise KeyError(f"features dictionary doesn't contain key ({key})")
                key.insert_transformed_feature(columns_to_tensors)
            return columns_to_tensors[key]

        columns_to_tensors[self] = self._made(get)

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The same, for the functions of `tf.feature_column`."""
        return self._made(lambda key: transformation_cache.get(key, state_manager))

    # What the functions ask a column for; None if it has no such form.

    def _deep_embedding_lookup_arguments(self, input_tensor: TensorLike) -> Any:
        return None

    def _wide_embedding_lookup_arguments(self, input_tensor: TensorLike) -> Any:
        return None

    def _to_dnn_input_layer(self, input_tensor: TensorLike, output_rank: int = 2) -> Any:
        raise ValueError("Calling an abstract method.")

    def _to_dense_tensor(self, input_tensor: TensorLike) -> Any:
        raise ValueError(f"No dense tensor representation for column {self}.")

    def _checkpoint_path(self) -> Any:
        return None


def as_rank(tensor: Any, rank: int, column_name: str | None = None) -> Any:
    """A dense tensor with inner dimensions flattened, or one more dimension, so that it has the rank."""
    found = tensor.get_shape().ndims
    if found is not None:
        if rank > found + 1:
            where = f"Error while processing column {column_name}." if column_name is not None else ""
            raise ValueError(
                f"{where}Rank of input Tensor ({found}) should be the same as output_rank ({rank}). For example, sequence "
                "data should typically be 3 dimensional (rank 3) while non-sequence data is typically 2 dimensional (rank 2)."
            )
        if rank == found + 1:
            logging.warning(
                f"Rank of input Tensor ({found}) should be the same as output_rank ({rank}) for column. Will attempt to "
                "expand dims. It is highly recommended that you resize your input, as this behavior may change."
            )
            return tf.expand_dims(tensor, -1, name="expand_dims")
        if rank == found:
            return tensor
    return inner_flatten(tensor, rank)
