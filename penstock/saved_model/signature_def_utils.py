"""`tf.saved_model.signature_def_utils`: signatures, which say what a served graph takes and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.saved_model import signature_constants as names
from penstock.saved_model import utils

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

_STRING, _FLOAT = dtypes.string.as_datatype_enum, dtypes.float32.as_datatype_enum


@export("saved_model.build_signature_def", "saved_model.signature_def_utils.build_signature_def")
def build_signature_def(
    inputs: dict[str, Any] | None = None, outputs: dict[str, Any] | None = None, method_name: str | None = None
) -> Any:
    """A `SignatureDef`.

    Args:
      inputs: names → `TensorInfo`.
      outputs: names → `TensorInfo`.
      method_name: what it is for, such as `"tensorflow/serving/predict"`.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> info = tf.saved_model.build_tensor_info(x)
    >>> signature = tf.saved_model.build_signature_def({"input": info}, {"output": info}, "tensorflow/serving/predict")
    >>> print(signature.inputs["input"].name, signature.method_name)
    x:0 tensorflow/serving/predict
    """
    signature = protos.SignatureDef()
    for given, field in ((inputs, signature.inputs), (outputs, signature.outputs)):
        for name, info in (given or {}).items():
            field[name].CopyFrom(info)
    if method_name is not None:
        signature.method_name = method_name
    return signature


def _examples(tensor: TensorLike, what: str) -> Any:
    if tensor is None:
        raise ValueError(f"{what} examples cannot be None.")
    if not isinstance(tensor, Tensor) or tensor.dtype.base_dtype != dtypes.string:
        raise ValueError(f"{what} examples must be a string Tensor.")
    return utils.build_tensor_info(tensor)


@export("saved_model.regression_signature_def", "saved_model.signature_def_utils.regression_signature_def")
def regression_signature_def(examples: Any, predictions: TensorLike) -> Any:
    """The signature of a graph that maps serialized examples to numbers.

    Args:
      examples: a tensor of strings.
      predictions: a tensor of `float32`.

    Raises:
      ValueError: an argument is missing or of another type.

    >>> import penstock as tf
    >>> examples = tf.placeholder(tf.string, [None], name="examples")
    >>> signature = tf.saved_model.regression_signature_def(examples, tf.constant([1.5], name="prediction"))
    >>> print(signature.method_name, signature.outputs["outputs"].name)
    tensorflow/serving/regress prediction:0
    """
    info = _examples(examples, "Regression")
    if predictions is None:
        raise ValueError("Regression predictions cannot be None.")
    output = utils.build_tensor_info(predictions)
    if output.dtype != _FLOAT:
        raise ValueError("Regression output must be a float Tensor.")
    return build_signature_def({names.REGRESS_INPUTS: info}, {names.REGRESS_OUTPUTS: output}, names.REGRESS_METHOD_NAME)


@export("saved_model.classification_signature_def", "saved_model.signature_def_utils.classification_signature_def")
def classification_signature_def(examples: Any, classes: TensorLike | None, scores: TensorLike | None) -> Any:
    """The signature of a graph that maps serialized examples to classes, scores, or both.

    Args:
      examples: a tensor of strings.
      classes: a tensor of strings, or None.
      scores: a tensor of `float32`, or None.

    Raises:
      ValueError: an argument is missing or of another type.

    >>> import penstock as tf
    >>> examples = tf.placeholder(tf.string, [None], name="examples")
    >>> scores = tf.constant([[0.25, 0.75]], name="scores")
    >>> signature = tf.saved_model.classification_signature_def(examples, classes=None, scores=scores)
    >>> print(signature.method_name, sorted(signature.outputs))
    tensorflow/serving/classify ['scores']
    """
    info = _examples(examples, "Classification")
    if classes is None and scores is None:
        raise ValueError("Classification classes and scores cannot both be None.")
    outputs = {}
    if classes is not None:
        outputs[names.CLASSIFY_OUTPUT_CLASSES] = utils.build_tensor_info(classes)
        if outputs[names.CLASSIFY_OUTPUT_CLASSES].dtype != _STRING:
            raise ValueError("Classification classes must be a string Tensor.")
    if scores is not None:
        outputs[names.CLASSIFY_OUTPUT_SCORES] = utils.build_tensor_info(scores)
        if outputs[names.CLASSIFY_OUTPUT_SCORES].dtype != _FLOAT:
            raise ValueError("Classification scores must be a float Tensor.")
    return build_signature_def({names.CLASSIFY_INPUTS: info}, outputs, names.CLASSIFY_METHOD_NAME)


@export("saved_model.predict_signature_def", "saved_model.signature_def_utils.predict_signature_def")
def predict_signature_def(inputs: dict[str, Any], outputs: dict[str, Any]) -> Any:
    """The signature of a graph that maps tensors to tensors.

    Args:
      inputs: names → tensors.
      outputs: names → tensors.

    Raises:
      ValueError: there are no inputs or no outputs.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> signature = tf.saved_model.predict_signature_def({"x": x}, {"double": 2 * x})
    >>> print(signature.method_name, sorted(signature.outputs))
    tensorflow/serving/predict ['double']
    >>> tf.saved_model.predict_signature_def({"x": x}, {})
    Traceback (most recent call last):
      ...
    ValueError: Prediction outputs cannot be None or empty.
    """
    if not inputs:
        raise ValueError("Prediction inputs cannot be None or empty.")
    if not outputs:
        raise ValueError("Prediction outputs cannot be None or empty.")
    return build_signature_def(_infos(inputs), _infos(outputs), names.PREDICT_METHOD_NAME)


def _infos(tensors: dict[str, Any] | None) -> dict[str, Any]:
    return {name: utils.build_tensor_info(tensor) for name, tensor in (tensors or {}).items()}


def supervised_train_signature_def(
    inputs: NestedTensors, loss: TensorLike, predictions: TensorLike | None = None, metrics: Any = None
) -> Any:
    """The signature of a graph that trains."""
    return _supervised(names.SUPERVISED_TRAIN_METHOD_NAME, inputs, loss, predictions, metrics)


def supervised_eval_signature_def(
    inputs: NestedTensors, loss: TensorLike, predictions: TensorLike | None = None, metrics: Any = None
) -> Any:
    """The signature of a graph that evaluates."""
    return _supervised(names.SUPERVISED_EVAL_METHOD_NAME, inputs, loss, predictions, metrics)


def _supervised(method: str, inputs: Any, *outputs: Any) -> Any:
    if not inputs:
        raise ValueError(f"{method} inputs cannot be None or empty.")
    found: dict[str, Any] = {}
    for group in outputs:
        found |= _infos(group)
    return build_signature_def(_infos(inputs), found, method)


# Method → inputs and outputs with the types they must have; at least one of the outputs, and no others, must be there.
_STRICT = {
    names.CLASSIFY_METHOD_NAME: (
        {names.CLASSIFY_INPUTS: _STRING},
        {names.CLASSIFY_OUTPUT_CLASSES: _STRING, names.CLASSIFY_OUTPUT_SCORES: _FLOAT},
    ),
    names.REGRESS_METHOD_NAME: ({names.REGRESS_INPUTS: _STRING}, {names.REGRESS_OUTPUTS: _FLOAT}),
}


@export("saved_model.is_valid_signature", "saved_model.signature_def_utils.is_valid_signature")
def is_valid_signature(signature_def: Any) -> bool:
    """True if a server can serve the signature.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32)
    >>> signature = tf.saved_model.predict_signature_def({"x": x}, {"y": x + 1})
    >>> tf.saved_model.is_valid_signature(signature)
    True
    >>> signature.method_name = "mine"
    >>> tf.saved_model.is_valid_signature(signature)
    False
    """
    if signature_def is None or not signature_def.inputs or not signature_def.outputs:
        return False
    if signature_def.method_name == names.PREDICT_METHOD_NAME:
        return True
    if signature_def.method_name not in _STRICT:
        return False
    return all(
        allowed.get(name) == info.dtype
        for given, allowed in zip((signature_def.inputs, signature_def.outputs), _STRICT[signature_def.method_name])
        for name, info in given.items()
    )


def op_signature_def(op: Operation, key: str) -> Any:
    """A signature that has nothing but an operation, as its output `key`."""
    return build_signature_def(outputs={key: utils.build_tensor_info_from_op(op)})


def load_op_from_signature_def(signature_def: Any, key: str, import_scope: str | None = None) -> Any:
    """The operation of such a signature.

    Raises:
      NotFoundError: it is not in the graph.
    """
    try:
        return utils.get_element_from_tensor_info(signature_def.outputs[key], import_scope=import_scope)
    except (KeyError, ValueError):
        raise errors.NotFoundError(
            None,
            None,
            f"The {key} could not be found in the graph. Please make sure the SavedModel was created by the internal "
            "_SavedModelBuilder. If you are using the public API, please make sure the SignatureDef in the SavedModel "
            f'does not contain the key "{key}".',
        ) from None
