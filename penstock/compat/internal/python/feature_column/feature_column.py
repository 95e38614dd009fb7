"""Base classes of feature columns by their names in 1.15's first interface, for libraries with columns of their own.

A subclass says what it is by `_variable_shape`, `_get_dense_tensor`, `_transform_feature` and so on; here these answer for
the names of the second interface, which is what the functions and layers ask for. Every column counts as one of them.
"""

import abc
from typing import Any

from penstock.feature_column import base

__all__ = ["_CategoricalColumn", "_DenseColumn", "_FeatureColumn", "_LazyBuilder"]

_LazyBuilder = base.FeatureTransformationCache


def _given(state_manager: Any) -> tuple[Any, Any]:
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

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        return self._transform_feature(transformation_cache)

    def _transform_feature(self, inputs: Any) -> Any:
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

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
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

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        raise NotImplementedError
