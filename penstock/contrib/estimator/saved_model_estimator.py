"""`SavedModelEstimator`: an Estimator whose model is not built by a function but read from a SavedModel.

The SavedModel has one graph for each mode; the input of the user takes the place of its placeholders, and the signature
of the mode says which of its tensors are loss, predictions and metrics.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.estimator import Estimator
from penstock.estimator.export_outputs import EvalOutput
from penstock.estimator.receivers import _wrapped
from penstock.estimator.saved_models import TAGS
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.estimator.warm_start import WarmStartSettings
from penstock.graph.dtypes import DType
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.platform import logging
from penstock.saved_model import constants, signature_constants, utils
from penstock.saved_model.loader import SavedModelLoader, get_init_op
from penstock.storage import gfile
from penstock.train import training_step
from penstock.train.scaffold import Scaffold

if TYPE_CHECKING:
    from penstock.graph.graph import Graph

_METHODS = {
    ModeKeys.TRAIN: signature_constants.SUPERVISED_TRAIN_METHOD_NAME,
    ModeKeys.EVAL: signature_constants.SUPERVISED_EVAL_METHOD_NAME,
}
# A later export of the same graph fills these anew, and must find them empty.
_OF_THE_EXPORT = (
    constants.ASSETS_KEY,
    constants.LEGACY_INIT_OP_KEY,
    constants.MAIN_OP_KEY,
    constants.TRAIN_OP_KEY,
)


@export("contrib.estimator.SavedModelEstimator")
class SavedModelEstimator(Estimator):
    """Goes on with what an Estimator has exported: predicts, and trains and evaluates if these modes were exported too.

    Args:
      saved_model_dir: the folder of the SavedModel, from `export_saved_model` or `experimental_export_all_saved_models`.
      model_dir: where new checkpoints are kept.

    Raises:
      ValueError: the folder holds no SavedModel with variables.

    >>> import penstock as tf
    >>> def model(features, mode):
    ...     y = tf.get_variable("w", initializer=3.0) * features["x"]
    ...     train = tf.train.get_or_create_global_step().assign_add(1)
    ...     return tf.estimator.EstimatorSpec(mode, {"y": y}, loss=tf.reduce_sum(y), train_op=train)
    >>> def receiver():
    ...     x = tf.placeholder(tf.float32, [None])
    ...     return tf.estimator.export.ServingInputReceiver({"x": x}, {"x": x})
    >>> numbers = lambda: tf.data.Dataset.from_tensors({"x": [1.0, 2.0]})
    >>> folder = tf.estimator.Estimator(model, "model").train(numbers).export_saved_model("exported", receiver)
    >>> again = tf.contrib.estimator.SavedModelEstimator(folder)
    >>> [float(row["y"]) for row in again.predict(numbers)]
    [3.0, 6.0]
    """

    def __init__(self, saved_model_dir: Any, model_dir: str | os.PathLike[str] | None = None) -> None:
        saved_model_dir = os.fsdecode(saved_model_dir)
        if not gfile.exists(os.path.join(utils.get_variables_dir(saved_model_dir), "variables.index")):
            raise ValueError(f"Directory provided has an invalid SavedModel format: {saved_model_dir}")
        checkpoint = utils.get_variables_path(saved_model_dir)
        names = [name for name, _ in tf.train.list_variables(checkpoint)]
        super().__init__(
            self._model_fn_from_saved_model,
            model_dir,
            warm_start_from=WarmStartSettings(checkpoint, vars_to_warm_start=names),
        )
        self.saved_model_dir = saved_model_dir
        self.saved_model_loader = SavedModelLoader(saved_model_dir)
        self._available_modes = self._extract_available_modes()

    def _extract_available_modes(self) -> list[str]:
        logging.info("Checking available modes for SavedModelEstimator.")
        modes = []
        for mode in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.PREDICT):
            try:
                self._get_meta_graph_def_for_mode(mode)
            except RuntimeError:
                logging.warning("%s mode not found in SavedModel.", mode)
                continue
            if self._get_signature_def_for_mode(mode) is not None:
                modes.append(mode)
        logging.info("Available modes for Estimator: %s", modes)
        return modes

    def _get_meta_graph_def_for_mode(self, mode: str) -> Any:
        return self.saved_model_loader.get_meta_graph_def_from_tags(TAGS[mode])

    def _get_signature_def_for_mode(self, mode: str) -> Any:
        signatures = self._get_meta_graph_def_for_mode(mode).signature_def
        key = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY if mode == ModeKeys.PREDICT else mode
        if key not in signatures:
            logging.warning('Metagraph for mode %s was found, but SignatureDef with key "%s" is missing.', mode, key)
            return None
        return signatures[key]

    def _create_and_assert_global_step(self, graph: Graph) -> Any:
        """The SavedModel brings its own step; a second one would not find its value."""
        return None

    def _model_fn_from_saved_model(self, features: NestedTensors, labels: TensorLike, mode: str) -> EstimatorSpec:
        if mode not in self._available_modes:
            raise RuntimeError(
                f"{mode} mode is not available in the SavedModel. Use saved_model_cli to check that the Metagraph for "
                "this mode has been exported."
            )
        graph = tf.get_default_graph()
        if training_step.get_global_step(graph) is not None:
            raise RuntimeError(
                "Graph must not contain a global step tensor before the SavedModel is loaded. Please make sure that the "
                "input function does not create a global step."
            )
        signature = self._get_signature_def_for_mode(mode)
        names = {key: info.name for key, info in signature.outputs.items()}
        _, tensors = self.saved_model_loader.load_graph(
            graph,
            TAGS[mode],
            input_map=_input_map(signature, features, labels),
            return_elements=list(names.values()),
        )
        assert tensors is not None
        outputs = dict(zip(names, tensors, strict=True))
        training_step.assert_global_step(training_step.get_global_step(graph))
        scaffold = Scaffold(local_init_op=get_init_op(self._get_meta_graph_def_for_mode(mode)))
        train_ops = tf.get_collection(constants.TRAIN_OP_KEY)
        if len(train_ops) > 1:
            raise RuntimeError("Multiple ops found in the train_op collection.")
        for key in _OF_THE_EXPORT:
            tf.get_collection_ref(key).clear()
        parts = {"predictions": outputs} if mode == ModeKeys.PREDICT else _supervised(mode, outputs, signature)
        return EstimatorSpec(mode, train_op=train_ops[0] if train_ops else None, scaffold=scaffold, **parts)


def _input_map(signature: Any, features: object, labels: NestedTensors) -> dict[str, Any]:
    """What takes the place of the inputs of a signature; also of control inputs of the same operation."""
    given = {} if labels is None else _wrapped(labels, "label")
    given |= _wrapped(features, "feature")
    found: dict[str, Any] = {}
    for key, info in signature.inputs.items():
        if key not in given:
            raise ValueError(
                f'Key "{key}" not found in features or labels passed in to the model function. All required keys: '
                f"{signature.inputs.keys()}"
            )
        _check_same_dtype_and_shape(given[key], info, key)
        name = info.name.partition(":")[0]
        found[name] = found[f"^{name}"] = given[key]
    return found


def _check_same_dtype_and_shape(tensor: TensorOrVariable, info: Any, name: str) -> None:
    dtype, shape = DType(info.dtype), TensorShape(info.tensor_shape)
    wrong: list[tuple[str, Any, Any]] = [("dtype", dtype, tensor.dtype)] if tensor.dtype != dtype else []
    wrong += [("shape", shape, tensor.shape)] if not tensor.shape.is_compatible_with(shape) else []
    if wrong:
        lines = "".join(f"\n\tExpected {what}: {wanted!s}, Got: {got!s}" for what, wanted, got in wrong)
        raise ValueError(f"Tensor shape and/or dtype validation failed for input {name}:{lines}")


def _supervised(mode: str, outputs: dict[str, Any], signature: Any) -> dict[str, Any]:
    """Loss, predictions and metrics among the outputs of a signature for training or evaluation."""
    if signature.method_name != _METHODS[mode]:
        raise RuntimeError(
            f"Invalid SignatureDef method name for mode {mode}.\n\tExpected: {_METHODS[mode]}\n\tGot: "
            f"{signature.method_name}\nPlease ensure that the SavedModel was exported with "
            "`tf.estimator.experimental_export_all_saved_models()`."
        )
    kinds, metrics = EvalOutput, {}
    for key, value in outputs.items():
        name, _, suffix = key.rpartition("/")
        update = outputs.get(f"{name}/{kinds.METRIC_UPDATE_SUFFIX}")
        if key.startswith(f"{kinds.METRICS_NAME}/") and suffix == kinds.METRIC_VALUE_SUFFIX and update is not None:
            metrics[name] = (value, update)
    predictions = {k: v for k, v in outputs.items() if k.partition("/")[0] == kinds.PREDICTIONS_NAME}
    return {"loss": outputs[kinds.LOSS_NAME], "predictions": predictions, "eval_metric_ops": metrics}
