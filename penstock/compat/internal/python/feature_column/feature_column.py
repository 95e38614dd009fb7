"""Base classes of feature columns by their names in 1.15's first interface, for libraries with columns of their own.

A subclass says what it is by `_variable_shape`, `_get_dense_tensor`, `_transform_feature` and so on; here these answer for
the names of the second interface, which is what the functions and layers ask for. Every column counts as one of them.
"""

from __future__ import annotations

import abc
import collections
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.feature_column import base, dense
from penstock.feature_column.sequence import SequenceCategoricalColumn
from penstock.graph.typing import InitializerLike, NestedTensors, ScopeLike

if TYPE_CHECKING:
    from penstock.feature_column.base import StateManager


__all__ = [
    "_CategoricalColumn",
    "_DenseColumn",
    "_EmbeddingColumn",
    "_EmbeddingColumnLayer",
    "_FeatureColumn",
    "_LazyBuilder",
    "_embedding_column",
]

_LazyBuilder = base.FeatureTransformationCache


def _given(state_manager: StateManager) -> tuple[Any, Any]:
    """The collections and the trainability that the first interface hands to a column."""
    return getattr(state_manager, "_collections", None), getattr(state_manager, "_trainable", None)


class _FeatureColumn(base.FeatureColumn, metaclass=abc.ABCMeta):
    """A column whose methods have names with an underscore."""

    @classmethod
    def __subclasshook__(cls, other: type) -> Any:
        counted = {_FeatureColumn: base.FeatureColumn, _DenseColumn: base.DenseColumn}
        wanted = {**counted, _CategoricalColumn: base.CategoricalColumn}.get(cls)
        return wanted in other.__mro__ if wanted is not None else NotImplemented

    @property
    def parents(self) -> list[Any]:
        return []

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        return self._parse_example_spec

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        raise NotImplementedError

    def transform_feature(self, transformation_cache: Any, state_manager: object) -> Any:
        return self._transform_feature(transformation_cache)

    def _transform_feature(self, inputs: object) -> Any:
        raise NotImplementedError


class _DenseColumn(_FeatureColumn, base.DenseColumn):
    """A column that gives a dense tensor of a known shape for each example."""

    @property
    def variable_shape(self) -> Any:
        return self._variable_shape

    @property
    def _variable_shape(self) -> Any:
        raise NotImplementedError

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        return self._get_dense_tensor(transformation_cache, *_given(state_manager))

    def _get_dense_tensor(
        self, inputs: NestedTensors, weight_collections: object = None, trainable: object = None
    ) -> Any:
        raise NotImplementedError


class _CategoricalColumn(_FeatureColumn, base.CategoricalColumn):
    """A column that gives any number of small integers for each example."""

    @property
    def num_buckets(self) -> int:
        return self._num_buckets

    @property
    def _num_buckets(self) -> int:
        raise NotImplementedError

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> Any:
        return self._get_sparse_tensors(transformation_cache, *_given(state_manager))

    def _get_sparse_tensors(
        self, inputs: NestedTensors, weight_collections: object = None, trainable: object = None
    ) -> Any:
        raise NotImplementedError


class _EmbeddingColumnLayer(tf.layers.Layer):
    """A layer that has the vectors of an embedding as its only variable, and returns them."""

    def __init__(
        self,
        embedding_shape: Any,
        initializer: InitializerLike,
        weight_collections: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, **kwargs)
        self._embedding_shape = embedding_shape
        self._initializer = initializer
        self._weight_collections = weight_collections

    def set_weight_collections(self, weight_collections: Any) -> None:
        """Sets the collections that the variable joins."""
        self._weight_collections = weight_collections

    def build(self, _: object) -> None:
        self._vectors = self.add_variable(
            name="embedding_weights",
            shape=self._embedding_shape,
            dtype=tf.float32,
            initializer=self._initializer,
            trainable=self.trainable,
        )
        parts = self._vectors._get_variable_list() if hasattr(self._vectors, "_get_variable_list") else [self._vectors]
        for collection in self._weight_collections or ():
            if collection == tf.GraphKeys.GLOBAL_VARIABLES:
                continue  # it is there already
            for part in parts:
                tf.add_to_collection(collection, part)
        self.built = True

    def call(self, _: object) -> Any:
        return self._vectors


class _EmbeddingColumn(
    _DenseColumn,
    base.SequenceDenseColumn,
    collections.namedtuple(
        "_EmbeddingColumn",
        (
            "categorical_column",
            "dimension",
            "combiner",
            "layer_creator",
            "ckpt_to_load_from",
            "tensor_name_in_ckpt",
            "max_norm",
            "trainable",
        ),
    ),
):
    """A vector for each category; a function makes the variable, given collections and a scope."""

    _refused: Any = dense._OfCategories._refused
    _kind = "embedding_column"
    _looked_up: Any = dense._Embedding._looked_up

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_embedding"

    @property
    def parents(self) -> list[Any]:
        return [self.categorical_column]

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.categorical_column.parse_example_spec

    @property
    def _variable_shape(self) -> Any:
        return tf.TensorShape([self.dimension])

    def _transform_feature(self, inputs: Any) -> Any:
        return inputs.get(self.categorical_column)

    def _dense(self, inputs: NestedTensors, weight_collections: Any, state_manager: StateManager) -> tuple[Any, Any]:
        found = self.categorical_column.get_sparse_tensors(inputs, state_manager)
        vectors = self.layer_creator(weight_collections=weight_collections, scope=tf.get_variable_scope())
        return self._looked_up(vectors, found), found

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        collections, _ = _given(state_manager)
        self._check(False, state_manager)
        return self._dense(transformation_cache, collections, state_manager)[0]

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self.get_dense_tensor(inputs, base.ScopeState(weight_collections, trainable))

    def get_sequence_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        collections, _ = _given(state_manager)
        self._check(True, state_manager)
        values, found = self._dense(transformation_cache, collections, state_manager)
        return base.TensorSequenceLengthPair(values, base.sequence_lengths(found.id_tensor))

    def _get_sequence_dense_tensor(
        self, inputs: NestedTensors, weight_collections: Any = None, trainable: Any = None
    ) -> Any:
        return self.get_sequence_dense_tensor(inputs, base.ScopeState(weight_collections, trainable))

    def _check(self, sequence: bool, state_manager: StateManager) -> None:
        if isinstance(self.categorical_column, SequenceCategoricalColumn) == sequence:
            return
        if sequence:
            text = "categorical_column must be of type {} to use sequence_input_layer. Suggested fix: Use one of "
            raise self._refused(state_manager, text + "sequence_categorical_column_with_*.")
        raise self._refused(
            state_manager,
            "categorical_column must not be of type {}. Suggested fix A: If you wish to use input_layer, use a "
            "non-sequence categorical_column_with_*. Suggested fix B: If you wish to create sequence input, use "
            "sequence_input_layer instead of input_layer.",
        )


def _embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Callable | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> _EmbeddingColumn:
    """A vector for each category, as the first interface had it; see `tf.feature_column.embedding_column`."""
    of = f" Embedding of column_name: {categorical_column.name}" if not callable(initializer) else ""
    initializer = dense._initializer(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, of)
    shape = categorical_column.num_buckets, dimension

    def layer_creator(weight_collections: Any, scope: ScopeLike) -> Any:
        layer = _EmbeddingColumnLayer(
            embedding_shape=shape,
            initializer=initializer,
            weight_collections=weight_collections,
            trainable=trainable,
            name="embedding_column_layer",
        )
        return layer(None, scope=scope)

    return _EmbeddingColumn(
        categorical_column,
        dimension,
        combiner,
        layer_creator,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
    )
