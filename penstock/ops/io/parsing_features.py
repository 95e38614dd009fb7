"""What a user says of examples to parse: kinds of features, and the functions `tf.parse_*` that take them."""

from __future__ import annotations

import collections
import re
from typing import Any, NamedTuple

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike


@export("VarLenFeature", "io.VarLenFeature")
class VarLenFeature(collections.namedtuple("VarLenFeature", ["dtype"])):
    """A feature with any number of values; it becomes a `SparseTensor`.

    Args:
      dtype: its type: float32, int64 or string.

    >>> import penstock as tf
    >>> example = tf.train.Example()
    >>> example.features.feature["words"].bytes_list.value.extend([b"to", b"be"])
    >>> parsed = tf.parse_single_example(example.SerializeToString(), {"words": tf.VarLenFeature(tf.string)})
    >>> print(tf.Session().run(parsed["words"]).values)
    [b'to' b'be']
    """


@export("SparseFeature", "io.SparseFeature")
class SparseFeature(
    collections.namedtuple("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"])
):
    """A sparse vector (or matrix) in two features: one with indices, or several for several dimensions, one with values.

    Args:
      index_key: the feature with the indices, or a list of features.
      value_key: the feature with the values.
      dtype: the type of the values.
      size: the size of the dense form, or a list of sizes.
      already_sorted: whether indices need no sorting.

    >>> import penstock as tf
    >>> example = tf.train.Example()
    >>> example.features.feature["at"].int64_list.value.extend([3, 1])
    >>> example.features.feature["value"].float_list.value.extend([0.5, 2.0])
    >>> features = {"x": tf.SparseFeature("at", "value", tf.float32, size=5)}
    >>> x = tf.parse_single_example(example.SerializeToString(), features)["x"]
    >>> tf.Session().run(tf.sparse_tensor_to_dense(x)).tolist()
    [0.0, 2.0, 0.0, 0.5, 0.0]
    """

    def __new__(
        cls, index_key: Any, value_key: str, dtype: DTypeLike, size: TensorLike, already_sorted: bool = False
    ) -> Any:
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


@export("FixedLenFeature", "io.FixedLenFeature")
class FixedLenFeature(collections.namedtuple("FixedLenFeature", ["shape", "dtype", "default_value"])):
    """A feature with one shape; it becomes a dense tensor.

    Args:
      shape: its shape.
      dtype: its type: float32, int64 or string.
      default_value: what an example without the feature has; without it the feature is required.

    >>> import penstock as tf
    >>> example = tf.train.Example()
    >>> example.features.feature["size"].int64_list.value.extend([3, 4])
    >>> features = {"size": tf.FixedLenFeature([2], tf.int64), "weight": tf.FixedLenFeature([], tf.float32, 1.0)}
    >>> parsed = tf.parse_single_example(example.SerializeToString(), features)
    >>> print(*tf.Session().run([parsed["size"], parsed["weight"]]))
    [3 4] 1.0
    """

    def __new__(cls, shape: ShapeLike, dtype: DTypeLike, default_value: TensorLike | None = None) -> Any:
        return super().__new__(cls, shape, dtype, default_value)


@export("FixedLenSequenceFeature", "io.FixedLenSequenceFeature")
class FixedLenSequenceFeature(
    collections.namedtuple("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing", "default_value"])
):
    """A feature of any number of steps that have one shape; it becomes a dense tensor, padded to the longest.

    Args:
      shape: the shape of a step.
      dtype: its type: float32, int64 or string.
      allow_missing: whether an example without it has no steps.
      default_value: what to pad with.

    >>> import penstock as tf
    >>> examples = [tf.train.Example(), tf.train.Example()]
    >>> examples[0].features.feature["x"].int64_list.value.extend([1, 2, 3])
    >>> examples[1].features.feature["x"].int64_list.value.extend([4])
    >>> features = {"x": tf.FixedLenSequenceFeature([], tf.int64, allow_missing=True)}
    >>> tf.Session().run(tf.parse_example([e.SerializeToString() for e in examples], features))["x"].tolist()
    [[1, 2, 3], [4, 0, 0]]
    """

    def __new__(
        cls, shape: ShapeLike, dtype: DTypeLike, allow_missing: bool = False, default_value: TensorLike | None = None
    ) -> Any:
        return super().__new__(cls, shape, dtype, allow_missing, default_value)


_ALL: tuple[type, ...] = (VarLenFeature, SparseFeature, FixedLenFeature, FixedLenSequenceFeature)


class _Wanted(NamedTuple):
    """Features as the operations want them: keys with types, and of dense ones shapes and defaults."""

    sparse_keys: list[str]
    sparse_types: list[Any]
    dense_keys: list[str]
    dense_types: list[Any]
    dense_defaults: dict[str, Any]
    dense_shapes: list[TensorShape]


def _wanted(features: Any, allowed: tuple[type, ...]) -> _Wanted:
    wanted = _Wanted([], [], [], [], {}, [])
    for key in sorted(features or {}):
        feature: Any = features[key]
        kind = type(feature)
        if kind not in _ALL:
            raise ValueError(f"Invalid feature {key}:{feature}.")
        if kind not in allowed:
            raise ValueError(f"Unsupported {kind.__name__} {feature}.")
        if kind is SparseFeature:
            _add_sparse(wanted, key, feature)
            continue
        if not feature.dtype:
            raise ValueError(f"Missing type for feature {key}.")
        dtype = dtypes.as_dtype(feature.dtype)
        if kind is VarLenFeature:
            wanted.sparse_keys.append(key)
            wanted.sparse_types.append(dtype)
            continue
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}.")
        shape = as_shape(feature.shape)
        if kind is FixedLenFeature:
            if shape.ndims and shape.as_list()[0] is None:
                raise ValueError(
                    f"First dimension of shape for feature {key} unknown. Consider using FixedLenSequenceFeature."
                )
            if not shape.is_fully_defined():
                raise ValueError(
                    f"All dimensions of shape for feature {key} need to be known but received {feature.shape}."
                )
        elif feature.allow_missing:
            wanted.dense_defaults[key] = None
        if feature.default_value is not None:
            wanted.dense_defaults[key] = feature.default_value
        wanted.dense_keys.append(key)
        wanted.dense_types.append(dtype)
        wanted.dense_shapes.append(shape)
    return wanted


def _add_sparse(wanted: _Wanted, key: str, feature: Any) -> None:
    for field in ("index_key", "value_key"):
        if not getattr(feature, field):
            raise ValueError(f"Missing {field} for SparseFeature {feature}.")
    if not feature.dtype:
        raise ValueError(f"Missing type for feature {key}.")
    keys = [feature.index_key] if isinstance(feature.index_key, str) else sorted(feature.index_key)
    for name, dtype in [*((k, dtypes.int64) for k in keys), (feature.value_key, dtypes.as_dtype(feature.dtype))]:
        if name not in wanted.sparse_keys:
            wanted.sparse_keys.append(name)
            wanted.sparse_types.append(dtype)
            continue
        known = wanted.sparse_types[wanted.sparse_keys.index(name)]
        if known != dtype:
            shown = "int64" if name in keys else dtype
            raise ValueError(f"Conflicting type {known} vs {shown} for feature {name}.")


def _check(wanted: _Wanted) -> None:
    if not wanted.dense_keys and not wanted.sparse_keys:
        raise ValueError("Must provide at least one sparse key or dense key")
    both = set(wanted.dense_keys) & set(wanted.sparse_keys)
    if both:
        raise ValueError(f"Dense and sparse keys must not intersect; intersection: {both}")


def _with_steps(features: Any) -> Any:
    """Sequence features of plain examples have a first dimension of unknown size."""
    changed = dict(features)
    for key, feature in features.items():
        if isinstance(feature, FixedLenSequenceFeature):
            if not feature.allow_missing:
                raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
            changed[key] = feature._replace(shape=[None, *feature.shape])
    return changed


def _defaults(wanted: _Wanted, reshape: bool = True) -> list[Tensor]:
    out = []
    for key, dtype, shape in zip(wanted.dense_keys, wanted.dense_types, wanted.dense_shapes):
        default = wanted.dense_defaults.get(key)
        safe = re.sub(r"[^A-Za-z0-9_.\-/]", "_", key)
        if shape.ndims and shape.as_list()[0] is None:
            if default is None:
                default = convert_to_tensor("" if dtype == dtypes.string else 0, dtype)
            else:
                default = find("reshape")(convert_to_tensor(default, dtype, name=f"padding_{safe}"), [])
        elif default is None:
            default = find("constant")([], dtype)
        elif not isinstance(default, Tensor):
            default = convert_to_tensor(default, dtype, name=f"key_{safe}")
            if reshape:
                default = find("reshape")(default, shape)
        out.append(default)
    return out


def _sparse(indices: list[Tensor], values: list[Tensor], shapes: list[Tensor]) -> list[Any]:
    return [SparseTensor(*parts) for parts in zip(indices, values, shapes)]


def _merged(features: Any, outputs: dict[str, Any]) -> dict[str, Any]:
    """Sparse features from their parts, and nothing that was not asked for."""
    outputs = dict(outputs)
    for key in sorted(features):
        feature = features[key]
        if isinstance(feature, SparseFeature):
            one = isinstance(feature.index_key, str)
            ids = outputs[feature.index_key] if one else [outputs[k] for k in feature.index_key]
            outputs[key] = find("sparse_merge")(
                ids, outputs[feature.value_key], vocab_size=feature.size, already_sorted=feature.already_sorted
            )
    return {key: value for key, value in outputs.items() if key in features}


@export("parse_example", "io.parse_example")
def parse_example(
    serialized: TensorLike, features: dict[str, Any], name: str | None = None, example_names: TensorLike | None = None
) -> dict[str, Any]:
    """Parses a batch of serialized `tf.train.Example` messages.

    Args:
      serialized: a vector of strings.
      features: for each key a `FixedLenFeature`, `FixedLenSequenceFeature`, `VarLenFeature` or `SparseFeature`.
      name: a name for the operations.
      example_names: a vector of names of the examples, for error messages.

    Returns:
      For each key a `Tensor` or `SparseTensor`, with the batch as the first dimension.

    Raises:
      ValueError: if a feature is not described well.

    Raises (when run):
      InvalidArgumentError: if an example is malformed, a required feature missing, or of another type or size.

    >>> import penstock as tf
    >>> example = tf.train.Example()
    >>> example.features.feature["x"].float_list.value.extend([1.0, 2.0])
    >>> parsed = tf.parse_example([example.SerializeToString()], {"x": tf.FixedLenFeature([2], tf.float32)})
    >>> tf.Session().run(parsed)["x"].tolist()
    [[1.0, 2.0]]
    """
    if not features:
        raise ValueError(f"Missing: features was {features}.")
    features = _with_steps(features)
    wanted = _wanted(features, _ALL)
    with name_scope(name, "ParseExample", [serialized, example_names]):
        _check(wanted)
        indices, values, shapes, dense = apply(
            "ParseExample",
            name,
            serialized=serialized,
            names=[] if example_names is None else example_names,
            dense_defaults=_defaults(wanted),
            sparse_keys=wanted.sparse_keys,
            sparse_types=wanted.sparse_types,
            dense_keys=wanted.dense_keys,
            dense_shapes=wanted.dense_shapes,
        )
        found = dict(zip(wanted.sparse_keys + wanted.dense_keys, _sparse(indices, values, shapes) + dense))
    return _merged(features, found)


@export("parse_single_example", "io.parse_single_example")
def parse_single_example(
    serialized: TensorLike, features: dict[str, Any], name: str | None = None, example_names: TensorLike | None = None
) -> dict[str, Any]:
    """Parses one serialized `tf.train.Example`: as `parse_example`, without the dimension of the batch.

    Args:
      serialized: a scalar string.
      features: for each key a `FixedLenFeature`, `FixedLenSequenceFeature`, `VarLenFeature` or `SparseFeature`.
      name: a name for the operations.
      example_names: a scalar: the name of the example, for error messages.

    >>> import penstock as tf
    >>> example = tf.train.Example()
    >>> example.features.feature["x"].float_list.value.extend([1.0, 2.0])
    >>> parsed = tf.parse_single_example(example.SerializeToString(), {"x": tf.FixedLenFeature([2], tf.float32)})
    >>> tf.Session().run(parsed)["x"].tolist()
    [1.0, 2.0]
    """
    if not features:
        raise ValueError("Missing features.")
    if example_names is not None:
        return _parse_one_named(serialized, features, name, example_names)
    features = _with_steps(features)
    wanted = _wanted(features, _ALL)
    with name_scope(name, "ParseSingleExample", [serialized]):
        serialized = convert_to_tensor(serialized, name="serialized")
        _check(wanted)
        indices, values, shapes, dense = apply(
            "ParseSingleExample",
            name,
            serialized=serialized,
            dense_defaults=_defaults(wanted),
            num_sparse=len(wanted.sparse_keys),
            sparse_keys=wanted.sparse_keys,
            sparse_types=wanted.sparse_types,
            dense_keys=wanted.dense_keys,
            dense_shapes=wanted.dense_shapes,
        )
        found = dict(zip(wanted.sparse_keys + wanted.dense_keys, _sparse(indices, values, shapes) + dense))
    return _merged(features, found)


def _parse_one_named(
    serialized: TensorLike, features: Any, name: str | None, example_names: TensorLike
) -> dict[str, Any]:
    """A batch of one, because only that operation takes names of examples."""
    with name_scope(name, "ParseSingleExample", [serialized, example_names]):
        parts = []
        for value, what in ((serialized, "serialized"), (example_names, "names")):
            tensor = convert_to_tensor(value, dtypes.string)
            if tensor.shape.ndims not in (0, None):
                raise ValueError(f"Input {what} must be a scalar")
            parts.append(find("expand_dims")(tensor, 0))
        found = parse_example(parts[0], features, None, parts[1])
        for key, value in found.items():
            if isinstance(value, SparseTensor):
                cut = find("slice")
                indices = cut(value.indices, [0, 1], [-1, -1])
                found[key] = SparseTensor(indices, value.values, cut(value.dense_shape, [1], [-1]))
            else:
                found[key] = find("squeeze")(value, [0])
        return found


def _sequence_parts(context_features: Any, sequence_features: Any) -> tuple[_Wanted, _Wanted, list[str]]:
    if not (context_features or sequence_features):
        raise ValueError("Missing features.")
    context = _wanted(context_features, (VarLenFeature, FixedLenFeature))
    lists = _wanted(sequence_features, (VarLenFeature, FixedLenSequenceFeature))
    for where, part in (("context", context), ("feature_list", lists)):
        both = set(part.dense_keys) & set(part.sparse_keys)
        if both:
            raise ValueError(f"{where}_dense and {where}_sparse keys must not intersect; intersection: {both}")
    for key, default in lists.dense_defaults.items():
        if default is not None:
            raise ValueError(f"Value feature_list_dense_defaults[{key}] must be None")
    return context, lists, list(lists.dense_defaults)


def _sequence_arguments(context: _Wanted, lists: _Wanted, missing: list[str], reshape: bool) -> dict[str, Any]:
    return {
        "context_dense_defaults": _defaults(context, reshape),
        "context_sparse_keys": context.sparse_keys,
        "context_sparse_types": context.sparse_types,
        "context_dense_keys": context.dense_keys,
        "context_dense_shapes": context.dense_shapes,
        "feature_list_sparse_keys": lists.sparse_keys,
        "feature_list_sparse_types": lists.sparse_types,
        "feature_list_dense_keys": lists.dense_keys,
        "feature_list_dense_types": lists.dense_types,
        "feature_list_dense_shapes": lists.dense_shapes,
        "feature_list_dense_missing_assumed_empty": missing,
    }


def _sequence_result(context: _Wanted, lists: _Wanted, outputs: Any) -> list[dict[str, Any]]:
    first = dict(zip(context.sparse_keys + context.dense_keys, _sparse(*outputs[:3]) + outputs[3]))
    second = dict(zip(lists.sparse_keys + lists.dense_keys, _sparse(*outputs[4:7]) + outputs[7]))
    return [first, second]


@export("parse_single_sequence_example", "io.parse_single_sequence_example")
def parse_single_sequence_example(
    serialized: TensorLike,
    context_features: dict[str, Any] | None = None,
    sequence_features: dict[str, Any] | None = None,
    example_name: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parses one serialized `tf.train.SequenceExample`.

    Args:
      serialized: a scalar string.
      context_features: for each key of the context a `FixedLenFeature` or `VarLenFeature`.
      sequence_features: for each feature list a `FixedLenSequenceFeature` or `VarLenFeature`.
      example_name: the name of the example, for error messages.
      name: a name for the operations.

    Returns:
      Two dictionaries of tensors: of the context, and of the feature lists, these with the steps as first dimension.

    >>> import penstock as tf
    >>> example = tf.train.SequenceExample()
    >>> example.context.feature["id"].int64_list.value.append(7)
    >>> for word in (2, 5, 3):
    ...     example.feature_lists.feature_list["words"].feature.add().int64_list.value.append(word)
    >>> context, sequences = tf.parse_single_sequence_example(
    ...     example.SerializeToString(),
    ...     {"id": tf.FixedLenFeature([], tf.int64)},
    ...     {"words": tf.FixedLenSequenceFeature([], tf.int64)},
    ... )
    >>> print(*tf.Session().run([context["id"], sequences["words"]]))
    7 [2 5 3]
    """
    context, lists, missing = _sequence_parts(context_features, sequence_features)
    with name_scope(name, "ParseSingleSequenceExample", [serialized]):
        outputs = apply(
            "ParseSingleSequenceExample",
            name,
            serialized=serialized,
            debug_name="" if example_name is None else example_name,
            **_sequence_arguments(context, lists, missing, True),
        )
        first, second = _sequence_result(context, lists, outputs)
        return first, second


@export("io.parse_sequence_example")
def parse_sequence_example(
    serialized: TensorLike,
    context_features: dict[str, Any] | None = None,
    sequence_features: dict[str, Any] | None = None,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Parses a batch of serialized `tf.train.SequenceExample` messages.

    Args:
      serialized: a vector of strings.
      context_features, sequence_features: see `tf.parse_single_sequence_example`.
      example_names: a vector: the names of the examples, for error messages.
      name: a name for the operations.

    Returns:
      Three dictionaries: tensors of the context, tensors of the feature lists (with batch and steps as first
      dimensions, padded to the longest), and the number of steps of each dense feature list.

    >>> import penstock as tf
    >>> examples = [tf.train.SequenceExample() for _ in range(2)]
    >>> for example, words in zip(examples, ([2, 5, 3], [4])):
    ...     for word in words:
    ...         example.feature_lists.feature_list["words"].feature.add().int64_list.value.append(word)
    >>> _, sequences, lengths = tf.io.parse_sequence_example(
    ...     [example.SerializeToString() for example in examples],
    ...     sequence_features={"words": tf.FixedLenSequenceFeature([], tf.int64)},
    ... )
    >>> [found.tolist() for found in tf.Session().run([sequences["words"], lengths["words"]])]
    [[[2, 5, 3], [4, 0, 0]], [3, 1]]
    """
    context, lists, missing = _sequence_parts(context_features, sequence_features)
    with name_scope(name, "ParseSequenceExample", [serialized]):
        outputs = apply(
            "ParseSequenceExample",
            name,
            serialized=serialized,
            debug_name=[] if example_names is None else example_names,
            Ncontext_sparse=len(context.sparse_keys),
            Ncontext_dense=len(context.dense_keys),
            Nfeature_list_sparse=len(lists.sparse_keys),
            Nfeature_list_dense=len(lists.dense_keys),
            **_sequence_arguments(context, lists, missing, False),
        )
        first, second = _sequence_result(context, lists, outputs)
        return first, second, dict(zip(lists.dense_keys, outputs[8]))
