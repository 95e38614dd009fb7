"""Input receivers: the placeholders through which an exported model is fed, and the features made from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from penstock._namespace import export
from penstock.estimator.input_results import parse_input_fn_result
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.graph import Graph
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.arrays.basic import placeholder
from penstock.ops.io.parsing_features import parse_example

SINGLE_FEATURE = "feature"
SINGLE_RECEIVER = "input"
SINGLE_LABEL = "label"
_SINGLE_NAMES = {
    "feature": SINGLE_FEATURE,
    "label": SINGLE_LABEL,
    "receiver_tensor": SINGLE_RECEIVER,
    "receiver_tensors_alternative": SINGLE_RECEIVER,
}


def _checked_tensor(tensor: Any, name: Any, what: str) -> None:
    if not isinstance(tensor, (Tensor, SparseTensor)):
        raise ValueError(f"{what}{f' {name}' if name else ''} must be a Tensor or SparseTensor.")


def _wrapped(tensors: object, what: str, allow_ints: bool = False) -> dict[Any, Any]:
    """`tensors` as a dictionary, checked."""
    if tensors is None:
        raise ValueError(f"{what}s must be defined.")
    if not isinstance(tensors, dict):
        tensors = {_SINGLE_NAMES[what]: tensors}
    for name, tensor in tensors.items():
        if not isinstance(name, str):
            if not allow_ints:
                raise ValueError(f"{what} keys must be strings: {name}.")
            if not isinstance(name, int):
                raise ValueError(f"{what} keys must be strings or ints: {name}.")
        _checked_tensor(tensor, name, what)
    return tensors


class _ServingFields(NamedTuple):
    features: Any
    receiver_tensors: Any
    receiver_tensors_alternatives: Any


@export("estimator.export.ServingInputReceiver")
class ServingInputReceiver(_ServingFields):
    """What a `serving_input_receiver_fn` returns: the features for the model, and the tensors that a server feeds.

    Args:
      features: a dictionary of tensors; a single tensor becomes `{"feature": tensor}`.
      receiver_tensors: a dictionary of tensors that are fed; a single tensor becomes `{"input": tensor}`.
      receiver_tensors_alternatives: names → other groups of tensors to feed, each with signatures of its own.

    Raises:
      ValueError: something is missing, or not a tensor.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32, [None], name="x")
    ...     print(list(tf.estimator.export.ServingInputReceiver({"x": x}, x).receiver_tensors))
    ['input']
    """

    def __new__(
        cls, features: NestedTensors, receiver_tensors: NestedTensors, receiver_tensors_alternatives: Any = None
    ) -> ServingInputReceiver:
        features = _wrapped(features, "feature", allow_ints=True)
        receiver_tensors = _wrapped(receiver_tensors, "receiver_tensor")
        return super().__new__(cls, features, receiver_tensors, _alternatives(receiver_tensors_alternatives))


def _alternatives(alternatives: Any) -> dict[str, Any] | None:
    if alternatives is None:
        return None
    if not isinstance(alternatives, dict):
        raise ValueError(f"receiver_tensors_alternatives must be a dict: {alternatives}.")
    return {name: _wrapped(tensors, "receiver_tensors_alternative") for name, tensors in alternatives.items()}


@export("estimator.export.TensorServingInputReceiver")
class TensorServingInputReceiver(_ServingFields):
    """The same for a model whose features are one tensor, not a dictionary.

    Args:
      features: the tensor.
      receiver_tensors: a tensor or a dictionary of tensors that are fed.
      receiver_tensors_alternatives: names → other groups of tensors to feed.

    Raises:
      ValueError: something is missing, or not a tensor.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32, [None], name="x")
    ...     print(tf.estimator.export.TensorServingInputReceiver(x, x).features is x)
    True
    """

    def __new__(
        cls, features: NestedTensors, receiver_tensors: NestedTensors, receiver_tensors_alternatives: Any = None
    ) -> TensorServingInputReceiver:
        if features is None:
            raise ValueError("features must be defined.")
        _checked_tensor(features, None, "feature")
        checked = ServingInputReceiver(features, receiver_tensors, receiver_tensors_alternatives)
        return super().__new__(cls, features, checked.receiver_tensors, checked.receiver_tensors_alternatives)


class UnsupervisedInputReceiver(ServingInputReceiver):
    """For exporting training or evaluation of a model without labels."""

    def __new__(cls, features: NestedTensors, receiver_tensors: NestedTensors) -> UnsupervisedInputReceiver:
        return super().__new__(cls, features, receiver_tensors)  # type: ignore[return-value]


class _SupervisedFields(NamedTuple):
    features: Any
    labels: Any
    receiver_tensors: Any


class SupervisedInputReceiver(_SupervisedFields):
    """For exporting training or evaluation: features, labels, and what is fed for both."""

    def __new__(
        cls, features: NestedTensors, labels: TensorLike, receiver_tensors: NestedTensors
    ) -> SupervisedInputReceiver:
        _wrapped(features, "feature", allow_ints=True)
        _wrapped(labels, "label", allow_ints=True)
        return super().__new__(cls, features, labels, _wrapped(receiver_tensors, "receiver_tensor"))


@export("estimator.export.build_parsing_serving_input_receiver_fn")
def build_parsing_serving_input_receiver_fn(
    feature_spec: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], ServingInputReceiver]:
    """Makes a `serving_input_receiver_fn` that is fed with serialized `tf.Example`s and parses them.

    Args:
      feature_spec: names → `FixedLenFeature` and so on, as for `tf.parse_example`.
      default_batch_size: how many examples there are; None for any number.

    >>> import penstock as tf
    >>> make = tf.estimator.export.build_parsing_serving_input_receiver_fn({"x": tf.FixedLenFeature([2], tf.float32)})
    >>> with tf.Graph().as_default():
    ...     print(make().features["x"].shape)
    (?, 2)
    """

    def serving_input_receiver_fn() -> ServingInputReceiver:
        examples = placeholder(dtypes.string, [default_batch_size], name="input_example_tensor")
        return ServingInputReceiver(parse_example(examples, dict(feature_spec)), {"examples": examples})

    return serving_input_receiver_fn


def _placeholder_like(tensor: Any, batch_size: int | None) -> Tensor:
    shape = TensorShape([batch_size]).concatenate(tensor.get_shape()[1:])
    return placeholder(tensor.dtype, shape, name=tensor.op.name)


def _placeholders_like(tensors: object, batch_size: int | None) -> Any:
    if isinstance(tensors, dict):
        return {name: _placeholder_like(tensor, batch_size) for name, tensor in tensors.items()}
    return _placeholder_like(tensors, batch_size)


@export("estimator.export.build_raw_serving_input_receiver_fn")
def build_raw_serving_input_receiver_fn(
    features: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], ServingInputReceiver]:
    """Makes a `serving_input_receiver_fn` that is fed with the features themselves.

    Args:
      features: names → tensors, whose types and shapes (but the first dimension) the placeholders have.
      default_batch_size: the first dimension; None for any number.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     make = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.zeros([8, 2])})
    ...     print(make().features["x"].shape)
    (?, 2)
    """

    def serving_input_receiver_fn() -> ServingInputReceiver:
        receivers = _placeholders_like(dict(features), default_batch_size)
        return ServingInputReceiver(receivers, receivers)

    return serving_input_receiver_fn


@export(
    "estimator.experimental.build_raw_supervised_input_receiver_fn",
    "contrib.estimator.build_raw_supervised_input_receiver_fn",
)
def build_raw_supervised_input_receiver_fn(
    features: NestedTensors, labels: TensorLike, default_batch_size: int | None = None
) -> Callable[[], SupervisedInputReceiver]:
    """Makes a receiver function for exporting training or evaluation, fed with features and labels themselves.

    Args:
      features: a tensor or a dictionary of tensors.
      labels: a tensor or a dictionary of tensors.
      default_batch_size: their first dimension; None for any number.

    Raises:
      ValueError: features and labels have a key in common.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     make = tf.estimator.experimental.build_raw_supervised_input_receiver_fn(
    ...         {"x": tf.zeros([8, 2])}, tf.zeros([8]))
    ...     print(sorted(make().receiver_tensors))
    ['label', 'x']
    """
    feature_keys = set(features) if isinstance(features, dict) else {SINGLE_RECEIVER}
    label_keys = set(labels) if isinstance(labels, dict) else {SINGLE_LABEL}
    common = feature_keys & label_keys
    if common:
        raise ValueError(f"Features and labels must have distinct keys. Found overlapping keys: {common}")

    def supervised_input_receiver_fn() -> SupervisedInputReceiver:
        fed_features = _placeholders_like(features, default_batch_size)
        fed_labels = _placeholders_like(labels, default_batch_size)
        receivers = dict(fed_features) if isinstance(features, dict) else {SINGLE_RECEIVER: fed_features}
        receivers.update(fed_labels if isinstance(labels, dict) else {SINGLE_LABEL: fed_labels})
        return SupervisedInputReceiver(fed_features, fed_labels, receivers)

    return supervised_input_receiver_fn


@export("contrib.estimator.build_supervised_input_receiver_fn_from_input_fn")
def build_supervised_input_receiver_fn_from_input_fn(
    input_fn: Callable[..., Any], **input_fn_args: Any
) -> Callable[[], SupervisedInputReceiver]:
    """Makes a receiver function for exporting training or evaluation, with placeholders like what an `input_fn` gives.

    Args:
      input_fn: gives features and labels; it is called once, in a graph of its own.
      **input_fn_args: its arguments.

    >>> import penstock as tf
    >>> def input_fn():
    ...     return {"x": tf.zeros([8, 2], name="x")}, tf.zeros([8], name="y")
    >>> make = tf.contrib.estimator.build_supervised_input_receiver_fn_from_input_fn(input_fn)
    >>> with tf.Graph().as_default():
    ...     print(make().features["x"].shape)
    (?, 2)
    """
    with Graph().as_default():
        features, labels, _ = parse_input_fn_result(input_fn(**input_fn_args))
    return build_raw_supervised_input_receiver_fn(features, labels)
