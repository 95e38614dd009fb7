"""How estimators of tf.contrib.learn become SavedModels: input functions, signatures, strategies, old exports removed."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.keys import MetricKey, PredictionKey, ProblemType
from penstock.contrib.learn.model_fn import scores_of
from penstock.estimator.saved_models import get_temp_export_dir, get_timestamped_export_dir
from penstock.graph import errors
from penstock.platform import logging
from penstock.saved_model import signature_constants
from penstock.storage import gfile

# Programs find these two here as well.
_ = (get_temp_export_dir, get_timestamped_export_dir)

DEFAULT_INPUT_ALTERNATIVE_KEY = "default_input_alternative"
FEATURES_INPUT_ALTERNATIVE_KEY = "features_input_alternative"
MAX_DIRECTORY_CREATION_ATTEMPTS = 10  # what 1.15 says to programs that ask
_FALLBACK_OUTPUT_KEY = "default_output_alternative"


class _InputFnOps(NamedTuple):
    features: Any
    labels: Any
    default_inputs: Any


@export("contrib.learn.InputFnOps", "contrib.learn.utils.input_fn_utils.InputFnOps")
class InputFnOps(_InputFnOps):
    """What a serving input function returns: features, labels (None), and the tensors that a server feeds.

    >>> import penstock as tf
    >>> tf.contrib.learn.InputFnOps({"x": 1}, None, {"x": 1}).labels is None
    True
    """

    __slots__ = ()


@export(
    "contrib.learn.build_parsing_serving_input_fn",
    "contrib.learn.utils.input_fn_utils.build_parsing_serving_input_fn",
)
def build_parsing_serving_input_fn(
    feature_spec: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], InputFnOps]:
    """An input function that parses serialized Examples.

    Args:
      feature_spec: what to parse, as for `tf.parse_example`.
      default_batch_size: the number of Examples in a batch; unknown if it is None.

    >>> import penstock as tf
    >>> input_fn = tf.contrib.learn.build_parsing_serving_input_fn({"x": tf.FixedLenFeature([1], tf.float32)})
    >>> with tf.Graph().as_default():
    ...     sorted(input_fn().default_inputs)
    ['examples']
    """

    def input_fn() -> InputFnOps:
        serialized = tf.placeholder(tf.string, shape=[default_batch_size], name="input_example_tensor")
        return InputFnOps(tf.parse_example(serialized, feature_spec), None, {"examples": serialized})

    return input_fn


@export("contrib.learn.utils.input_fn_utils.build_default_serving_input_fn")
def build_default_serving_input_fn(
    features: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], InputFnOps]:
    """An input function that is fed the features themselves.

    Args:
      features: a dict of tensors, of which placeholders take type and shape.
      default_batch_size: the number of Examples in a batch; unknown if it is None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     features = {"x": tf.constant([[1.0]])}
    ...     tf.contrib.learn.utils.input_fn_utils.build_default_serving_input_fn(features)().features["x"].shape
    TensorShape([Dimension(None), Dimension(1)])
    """

    def input_fn() -> InputFnOps:
        found = {}
        for name, tensor in features.items():
            shape = [default_batch_size, *tensor.get_shape().as_list()[1:]]
            found[name] = tf.placeholder(dtype=tensor.dtype, shape=shape, name=tensor.op.name)
        return InputFnOps(found, None, found)

    return input_fn


def get_input_alternatives(input_ops: Any) -> tuple[dict[str, Any], Any]:
    """What can be fed, and the features, of the result of a serving input function."""
    alternatives = {}
    if isinstance(input_ops, InputFnOps):
        alternatives[DEFAULT_INPUT_ALTERNATIVE_KEY] = input_ops.default_inputs
    if not input_ops[0]:
        raise ValueError("Features must be defined.")
    return alternatives, input_ops[0]


def get_output_alternatives(model: Any, default_key: str | None = None) -> tuple[dict[Any, Any], Any]:
    """What a model can answer, and which answer is meant if nobody says."""
    found = model.output_alternatives
    if not found:
        if default_key:
            raise ValueError(
                f"Requested default_output_alternative: {default_key}, but available output_alternatives are: []"
            )
        outputs = model.predictions
        outputs = outputs if isinstance(outputs, dict) else {PredictionKey.GENERIC: outputs}
        return {_FALLBACK_OUTPUT_KEY: (ProblemType.UNSPECIFIED, outputs)}, _FALLBACK_OUTPUT_KEY
    if default_key:
        if default_key not in found:
            raise ValueError(
                f"Requested default_output_alternative: {default_key}, but available output_alternatives are: "
                f"{sorted(map(str, found))}"
            )
        return found, default_key
    if len(found) > 1:
        names = sorted(map(str, found))
        raise ValueError(f"Please specify a default_output_alternative.  Available output_alternatives are: {names}")
    return found, next(iter(found))


def _signature(inputs: Mapping[str, Any], outputs: Mapping[str, Any], problem_type: int) -> Any:
    """The signature for a kind of question: classification and regression have one input, anything else predicts."""
    if not inputs:
        raise ValueError("input_tensors must be provided.")
    if not outputs:
        raise ValueError("output_tensors must be provided.")
    build = tf.saved_model.signature_def_utils
    if len(inputs) == 1:
        examples = next(iter(inputs.values()))
        if problem_type in (ProblemType.CLASSIFICATION, ProblemType.LOGISTIC_REGRESSION):
            scores, classes = scores_of(dict(outputs)), outputs.get(PredictionKey.CLASSES)
            if classes is not None and classes.dtype != tf.string:
                classes = None
            if scores is None and classes is None and len(outputs) == 1:
                only = next(iter(outputs.values()))
                scores, classes = (None, only) if only.dtype == tf.string else (only, None)
            if scores is not None or classes is not None:
                return build.classification_signature_def(examples, classes, scores)
        elif problem_type == ProblemType.LINEAR_REGRESSION and len(outputs) == 1:
            return build.regression_signature_def(examples, next(iter(outputs.values())))
    return build.predict_signature_def(dict(inputs), dict(outputs))


def build_all_signature_defs(
    input_alternatives: Mapping[str, Any], output_alternatives: Mapping[Any, Any], default_key: Any
) -> dict[str, Any]:
    """A signature for each input with each output, and the one that is used if nobody says."""
    default_inputs = input_alternatives.get(DEFAULT_INPUT_ALTERNATIVE_KEY)
    if not default_inputs:
        raise ValueError("A default input_alternative must be provided.")
    found = {
        f"{input_key}:{output_key or 'None'}": _signature(inputs, outputs, problem_type)
        for input_key, inputs in input_alternatives.items()
        for output_key, (problem_type, outputs) in output_alternatives.items()
    }
    problem_type, outputs = output_alternatives[default_key]
    found[signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY] = _signature(default_inputs, outputs, problem_type)
    return found


def _versions(export_dir_base: str) -> list[str]:
    """The exports in a directory, oldest first."""
    if not gfile.exists(export_dir_base):
        return []
    names = (name.rstrip("/") for name in gfile.listdir(export_dir_base))
    return sorted(name for name in names if len(name) == 10 and name.isdigit())


@export("contrib.learn.utils.saved_model_export_utils.get_most_recent_export")
def get_most_recent_export(export_dir_base: str) -> str | None:
    """The newest export in a directory, or None.

    >>> import tempfile
    >>> import penstock as tf
    >>> print(tf.contrib.learn.utils.saved_model_export_utils.get_most_recent_export(tempfile.mkdtemp()))
    None
    """
    found = _versions(export_dir_base)
    return os.path.join(export_dir_base, found[-1]) if found else None


@export("contrib.learn.utils.saved_model_export_utils.garbage_collect_exports")
def garbage_collect_exports(export_dir_base: str, exports_to_keep: int | None) -> None:
    """Removes all exports but the newest ones; None keeps all.

    Args:
      export_dir_base: the folder with the exports.
      exports_to_keep: how many exports to keep; None keeps all.

    >>> import tempfile
    >>> import penstock as tf
    >>> tf.contrib.learn.utils.saved_model_export_utils.garbage_collect_exports(tempfile.mkdtemp(), 1)
    """
    if exports_to_keep is None:
        return
    versions = _versions(export_dir_base)
    for name in versions[: max(len(versions) - exports_to_keep, 0)]:
        path = os.path.join(export_dir_base, name)
        try:
            gfile.rmtree(path)
        except errors.NotFoundError as problem:
            logging.warning("Can not delete %s recursively: %s", path, problem)


class _StrategyFields(NamedTuple):
    name: str
    export_fn: Callable[..., Any]
    strip_default_attrs: bool | None


@export("contrib.learn.ExportStrategy")
class ExportStrategy(_StrategyFields):
    """A named way to export: `export_fn` takes the estimator, a directory, and what else of `export`'s it has names for.

    >>> import penstock as tf
    >>> strategy = tf.contrib.learn.ExportStrategy("copy", lambda estimator, export_path: export_path)
    >>> strategy.export(None, "there")
    'there'
    """

    __slots__ = ()

    def __new__(
        cls, name: str, export_fn: Callable[..., Any], strip_default_attrs: bool | None = None
    ) -> ExportStrategy:
        return super().__new__(cls, name, export_fn, strip_default_attrs)

    def export(
        self, estimator: object, export_path: str, checkpoint_path: str | None = None, eval_result: Any = None
    ) -> Any:
        """Exports, and returns what `export_fn` does: the path of the export."""
        names = inspect.signature(self.export_fn).parameters
        given: dict[str, Any] = {}
        if "checkpoint_path" in names:
            given["checkpoint_path"] = checkpoint_path
        if "eval_result" in names:
            given["eval_result"] = eval_result
        elif eval_result is not None and "checkpoint_path" not in names:
            raise ValueError("An export_fn accepting eval_result must also accept checkpoint_path.")
        if "strip_default_attrs" in names and self.strip_default_attrs is not None:
            given["strip_default_attrs"] = self.strip_default_attrs
        return self.export_fn(estimator, export_path, **given)


@export("contrib.learn.make_export_strategy", "contrib.learn.utils.make_export_strategy")
def make_export_strategy(
    serving_input_fn: Callable[[], Any],
    default_output_alternative_key: str | None = None,
    assets_extra: Mapping[str, str] | None = None,
    as_text: bool = False,
    exports_to_keep: int | None = 5,
    strip_default_attrs: bool | None = None,
) -> ExportStrategy:
    """A strategy that exports a SavedModel and keeps the newest ones.

    Args:
      serving_input_fn: a function without arguments that returns an `InputFnOps`.
      default_output_alternative_key: the name of the head whose outputs are the default signature's; not needed for
        one head.
      assets_extra: a dict from paths in `assets.extra` to files that are copied there.
      as_text: whether to write the SavedModel as text.
      exports_to_keep: how many exports to keep; None keeps all.
      strip_default_attrs: whether attributes with default values are left out of the graph.

    >>> import penstock as tf
    >>> input_fn = tf.contrib.learn.build_parsing_serving_input_fn({"x": tf.FixedLenFeature([1], tf.float32)})
    >>> tf.contrib.learn.make_export_strategy(input_fn).name
    'Servo'
    """

    def export_fn(
        estimator: Any, export_dir_base: str, checkpoint_path: str | None = None, strip_default_attrs: bool = False
    ) -> Any:
        given: dict[str, Any] = {
            "assets_extra": assets_extra,
            "as_text": as_text,
            "checkpoint_path": checkpoint_path,
            "strip_default_attrs": strip_default_attrs,
        }
        if not isinstance(estimator, tf.estimator.Estimator):
            given["default_output_alternative_key"] = default_output_alternative_key
        elif default_output_alternative_key is not None:
            raise ValueError(
                f"default_output_alternative_key is not supported in core Estimator. Given: {default_output_alternative_key}"
            )
        result = estimator.export_savedmodel(export_dir_base, serving_input_fn, **given)
        garbage_collect_exports(export_dir_base, exports_to_keep)
        return result

    return ExportStrategy("Servo", export_fn, strip_default_attrs)


@export("contrib.learn.utils.saved_model_export_utils.make_parsing_export_strategy")
def make_parsing_export_strategy(
    feature_columns: Sequence[Any],
    default_output_alternative_key: str | None = None,
    assets_extra: Mapping[str, str] | None = None,
    as_text: bool = False,
    exports_to_keep: int | None = 5,
    target_core: bool = False,
    strip_default_attrs: bool | None = None,
) -> ExportStrategy:
    """A strategy whose SavedModel takes serialized Examples with what feature columns need.

    Args:
      feature_columns: the feature columns of the model.
      default_output_alternative_key: the name of the head whose outputs are the default signature's; not needed for
        one head.
      assets_extra: a dict from paths in `assets.extra` to files that are copied there.
      as_text: whether to write the SavedModel as text.
      exports_to_keep: how many exports to keep; None keeps all.
      target_core: whether the strategy is for `tf.estimator` instead of `tf.contrib.learn`.
      strip_default_attrs: whether attributes with default values are left out of the graph.

    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("x")]
    >>> tf.contrib.learn.utils.saved_model_export_utils.make_parsing_export_strategy(columns).name
    'Servo'
    """
    spec = tf.contrib.layers.create_feature_spec_for_parsing(feature_columns)
    if target_core:
        input_fn = tf.estimator.export.build_parsing_serving_input_receiver_fn(spec)
    else:
        input_fn = build_parsing_serving_input_fn(spec)
    return make_export_strategy(
        input_fn, default_output_alternative_key, assets_extra, as_text, exports_to_keep, strip_default_attrs
    )


@export("contrib.learn.utils.saved_model_export_utils.make_best_model_export_strategy")
def make_best_model_export_strategy(
    serving_input_fn: Callable[[], Any],
    exports_to_keep: int | None = 1,
    compare_fn: Callable[[Any, Any], bool] | None = None,
    default_output_alternative_key: str | None = None,
    strip_default_attrs: bool | None = None,
) -> ExportStrategy:
    """A strategy that exports only what evaluates better than anything before; less loss, if not told otherwise.

    Args:
      serving_input_fn: a function without arguments that returns an `InputFnOps`.
      exports_to_keep: how many exports to keep; None keeps all.
      compare_fn: a function of the best evaluation so far and the current one that says whether the latter is better.
      default_output_alternative_key: the name of the head whose outputs are the default signature's; not needed for
        one head.
      strip_default_attrs: whether attributes with default values are left out of the graph.

    >>> import penstock as tf
    >>> input_fn = tf.contrib.learn.build_parsing_serving_input_fn({"x": tf.FixedLenFeature([1], tf.float32)})
    >>> tf.contrib.learn.utils.saved_model_export_utils.make_best_model_export_strategy(input_fn).name
    'best_model'
    """
    inner = make_export_strategy(
        serving_input_fn,
        exports_to_keep=exports_to_keep,
        default_output_alternative_key=default_output_alternative_key,
        strip_default_attrs=strip_default_attrs,
    )
    is_better = compare_fn or (lambda best, found: best[MetricKey.LOSS] > found[MetricKey.LOSS])
    best: list[Any] = []

    def export_fn(estimator: Any, export_dir_base: str, checkpoint_path: str | None, eval_result: Any = None) -> Any:
        checkpoint_path = checkpoint_path or tf.train.latest_checkpoint(estimator.model_dir)
        if not checkpoint_path:
            raise ValueError("Checkpoint path is empty.")
        if eval_result is None:
            raise ValueError(f"{checkpoint_path} has empty evaluation results.")
        if best and not is_better(best[0], eval_result):
            return ""
        best[:] = [eval_result]
        folder = os.path.join(export_dir_base, os.path.basename(checkpoint_path))
        return inner.export(estimator, folder, checkpoint_path, eval_result)

    return ExportStrategy("best_model", export_fn)


make_export_strategy = export(
    "contrib.learn.utils.saved_model_export_utils.make_export_strategy",
)(make_export_strategy)
