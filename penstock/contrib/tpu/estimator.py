"""TPUEstimator on a machine without TPUs: an Estimator whose functions get the batch size as `params["batch_size"]`."""

from __future__ import annotations

import enum
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.contrib.tpu import config as tpu_config
from penstock.contrib.tpu import tpu_system_metadata, util
from penstock.estimator.estimator import Estimator
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import AxisLike, NestedTensors, TensorLike
from penstock.platform import logging
from penstock.train.basic_session_run_hooks import StepCounterHook
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook

if TYPE_CHECKING:
    import os

    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation, Tensor
    from penstock.train.session_run_hook import SessionRunContext

_RESERVED = ["batch_size", "context"]


# -- what a model_fn returns ----------------------------------------------------------------------------------------------


class _Fields(NamedTuple):
    mode: str
    predictions: Any
    loss: Any
    train_op: Any
    eval_metrics: Any
    export_outputs: Any
    scaffold_fn: Any
    host_call: Any
    training_hooks: Any
    evaluation_hooks: Any
    prediction_hooks: Any


def _checked_call(name: str, call: Any) -> None:
    """A host call is a function and its tensors, in a list for positions or a dictionary for names."""
    if not isinstance(call, (tuple, list)):
        raise ValueError(f"{name} should be tuple or list")
    if len(call) != 2:
        raise ValueError(f"{name} should have two elements.")
    if not callable(call[0]):
        raise TypeError(f"{name}[0] should be callable.")
    if not isinstance(call[1], (tuple, list, dict)):
        raise ValueError(f"{name}[1] should be tuple or list, or dict.")
    if isinstance(call[1], (tuple, list)):
        wanted = inspect.getfullargspec(call[0])
        if not wanted.varargs and len(call[1]) != len(wanted.args) - (inspect.ismethod(call[0])):
            raise RuntimeError(
                f"In TPUEstimatorSpec.{name}, length of tensors {len(call[1])} does not match method args of the "
                f"function, which takes {len(wanted.args)}."
            )


def _called(call: Any) -> Any:
    function, tensors = call
    return function(**tensors) if isinstance(tensors, dict) else function(*tensors)


class _HostCallHook(SessionRunHook):
    """Runs with each step what would run on the host of a TPU."""

    def __init__(self, tensors: Sequence[Any]):
        self._tensors = tensors

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._tensors)


@export("contrib.tpu.TPUEstimatorSpec", "estimator.tpu.TPUEstimatorSpec")
class TPUEstimatorSpec(_Fields):
    """What a `model_fn` of `TPUEstimator` returns.

    Args:
      eval_metrics: a function that returns metrics by name, and its tensors (a list, or a dictionary by argument).
      scaffold_fn: a function that returns a `tf.train.Scaffold`.
      host_call: a function to run with each step, and its tensors.
      mode, predictions, loss, train_op, export_outputs, training_hooks, evaluation_hooks, prediction_hooks: see
        `tf.estimator.EstimatorSpec`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     spec = tf.contrib.tpu.TPUEstimatorSpec("infer", predictions=tf.zeros([3]))
    ...     print(type(spec.as_estimator_spec()).__name__)
    EstimatorSpec
    """

    __slots__ = ()

    def __new__(
        cls,
        mode: str,
        predictions: TensorLike | None = None,
        loss: TensorLike | None = None,
        train_op: Operation | Tensor | None = None,
        eval_metrics: Sequence[Any] | None = None,
        export_outputs: NestedTensors | None = None,
        scaffold_fn: Callable | None = None,
        host_call: Any = None,
        training_hooks: Any = None,
        evaluation_hooks: Any = None,
        prediction_hooks: Any = None,
    ) -> TPUEstimatorSpec:
        for name, call in (("eval_metrics", eval_metrics), ("host_call", host_call)):
            if call is not None:
                _checked_call(name, call)
        hooks = [tuple(found or ()) for found in (training_hooks, evaluation_hooks, prediction_hooks)]
        for hook in sum(hooks, ()):
            if not isinstance(hook, SessionRunHook):
                raise TypeError(f"All hooks must be SessionRunHook instances, given: {hook}")
        return super().__new__(
            cls, mode, predictions, loss, train_op, eval_metrics, export_outputs, scaffold_fn, host_call, *hooks
        )

    def as_estimator_spec(self) -> EstimatorSpec:
        """The same for an Estimator on a CPU."""
        extra = () if self.host_call is None else (_HostCallHook(_called(self.host_call)),)
        return EstimatorSpec(
            mode=self.mode,
            predictions=self.predictions,
            loss=self.loss,
            train_op=self.train_op,
            eval_metric_ops=None if self.eval_metrics is None else _called(self.eval_metrics),
            export_outputs=self.export_outputs,
            scaffold=self.scaffold_fn() if self.scaffold_fn else None,
            training_hooks=self.training_hooks + extra,
            evaluation_hooks=self.evaluation_hooks + extra,
            prediction_hooks=self.prediction_hooks + extra,
        )


# -- the estimator ----------------------------------------------------------------------------------------------------------


class _ExamplesPerSecondHook(StepCounterHook):
    """Counts steps, and examples of the batch size too."""

    def __init__(self, batch_size: int | None, **settings: Any):
        super().__init__(**settings)
        self._batch_size = batch_size

    def _log_and_record(self, elapsed_steps: Any, elapsed_time: float, global_step: TensorLike) -> None:
        rate = elapsed_steps / elapsed_time
        values = {"global_step/sec": rate}
        if self._batch_size is not None:
            values["examples/sec"] = self._batch_size * rate
        for tag, value in values.items():
            if self._summary_writer is not None:
                summary = protos.Summary(value=[protos.Summary.Value(tag=tag, simple_value=value)])
                self._summary_writer.add_summary(summary, global_step)
            logging.info("%s: %g", tag, value)


class ExportSavedModelApiVersion(enum.Enum):
    """Who writes the part of a SavedModel that is for TPUs: the estimator (V1), or the `model_fn` (V2)."""

    V1 = 1
    V2 = 2


class _Batches(NamedTuple):
    num_batch_threads: int
    max_batch_size: int
    batch_timeout_micros: int
    allowed_batch_sizes: Sequence[int]
    max_enqueued_batches: int = 100


class BatchConfig(_Batches):
    """How requests to a model on TPUs are put together; the arguments are those of `tf.contrib.batching.batch_function`."""

    __slots__ = ()


def _add(params: Any, key: str, value: Any) -> None:
    if hasattr(params, "set_hparam"):  # tf.contrib.training.HParams
        if hasattr(params, key):
            params.set_hparam(key, value)
        else:
            params.add_hparam(key, value)
    else:
        params[key] = value


@export("contrib.tpu.TPUEstimator", "estimator.tpu.TPUEstimator")
class TPUEstimator(Estimator):
    """An Estimator for TPUs; with `use_tpu=False`, it trains, evaluates, predicts and exports without them.

    `input_fn` and `model_fn` take `params`, which holds `batch_size` for the mode at hand.

    Args:
      model_fn: as of an Estimator; may return a `TPUEstimatorSpec`.
      config: a `tf.contrib.tpu.RunConfig`.
      use_tpu: True needs TPUs, which this machine has not.
      train_batch_size, eval_batch_size, predict_batch_size: the batch size in each mode, or None.
      batch_axis, eval_on_tpu, export_to_tpu, export_to_cpu, embedding_config_spec: only for TPUs.
      export_saved_model_api_version: an `ExportSavedModelApiVersion`; only for TPUs.
      model_dir, params, warm_start_from: see `tf.estimator.Estimator`.

    Raises:
      ValueError: if the configuration is another one, `params` holds a reserved name, or a function takes no `params`.

    >>> import tempfile
    >>> import penstock as tf
    >>> def model_fn(features, labels, mode, params):
    ...     return tf.contrib.tpu.TPUEstimatorSpec(mode, predictions=features * 2)
    >>> estimator = tf.contrib.tpu.TPUEstimator(
    ...     model_fn, tempfile.mkdtemp(), tf.contrib.tpu.RunConfig(), use_tpu=False, predict_batch_size=3)
    >>> estimator.config.tpu_config.iterations_per_loop
    2
    """

    def __init__(
        self,
        model_fn: Callable | None = None,
        model_dir: str | os.PathLike[str] | None = None,
        config: Any = None,
        params: Mapping[Any, Any] | None = None,
        use_tpu: bool = True,
        train_batch_size: int | None = None,
        eval_batch_size: int | None = None,
        predict_batch_size: int | None = None,
        batch_axis: AxisLike | None = None,
        eval_on_tpu: bool = True,
        export_to_tpu: bool = True,
        export_to_cpu: bool = True,
        warm_start_from: object = None,
        embedding_config_spec: Any = None,
        export_saved_model_api_version: Any = ExportSavedModelApiVersion.V1,
    ):
        if not isinstance(config, tpu_config.RunConfig):
            raise ValueError("`config` must be provided with type `tpu_config.RunConfig`")
        if params is not None and any(key in params for key in _RESERVED):
            raise ValueError(f"{_RESERVED} are reserved keys but existed in params {params}.")
        sizes = {"train": train_batch_size, "eval": eval_batch_size, "predict": predict_batch_size}
        if use_tpu:
            if train_batch_size is None:
                raise ValueError("`train_batch_size` cannot be `None`")
            for what, size in sizes.items():
                if size is not None:
                    util.check_positive_integer(size, f"{what}_batch_size")
        if not isinstance(export_saved_model_api_version, ExportSavedModelApiVersion):
            raise ValueError(
                "export_saved_model_api_version should be of type ExportSavedModelApiVersion; got "
                f"{export_saved_model_api_version}."
            )
        self._use_tpu = use_tpu
        self._batch_sizes = {
            ModeKeys.TRAIN: train_batch_size,
            ModeKeys.EVAL: eval_batch_size,
            ModeKeys.PREDICT: predict_batch_size,
        }
        every, loop = config.log_step_count_steps, config.tpu_config.iterations_per_loop
        self._log_every_n_steps = every
        if every is not None and isinstance(loop, int):
            self._log_every_n_steps = math.ceil(every / loop)
        super().__init__(
            model_fn=model_fn,  # type: ignore[arg-type]
            model_dir=model_dir,
            config=config.replace(log_step_count_steps=None),
            params=params,
            warm_start_from=warm_start_from,
        )

    def _assert_members_are_not_overridden(self) -> None:
        pass  # this class is one that may

    def _create_global_step(self, graph: Graph) -> Any:
        """A resource, as all variables on TPUs are; so its operations, which default seeds depend on, are others."""
        if tf.train.get_global_step(graph) is not None:
            raise ValueError('"global_step" already exists.')
        with graph.as_default(), graph.name_scope(None):
            return tf.get_variable(
                GraphKeys.GLOBAL_STEP,
                shape=[],
                dtype=tf.int64,
                initializer=tf.zeros_initializer(),
                trainable=False,
                use_resource=True,
                collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
            )

    def _require_tpus(self) -> None:
        if not self._use_tpu:
            return
        config: Any = self._config
        cluster = config.cluster.cluster_spec() if config.cluster else None
        found = tpu_system_metadata._query_tpu_system_metadata(
            config.master, cluster_def=cluster.as_cluster_def() if cluster else None
        )
        if found.num_cores:
            raise NotImplementedError("There are TPUs, which Penstock does not use.")
        logging.error("To run without TPUs, make the TPUEstimator with use_tpu=False.")
        raise RuntimeError(
            "Cannot find any TPU cores in the system. Please double check Tensorflow master address and TPU worker(s). "
            f"Available devices are {found.devices}."
        )

    def _call_input_fn(self, input_fn: Callable[..., Any], mode: str, input_context: Any = None) -> Any:
        self._require_tpus()
        wanted = inspect.signature(input_fn).parameters
        if "params" not in wanted:
            raise ValueError(
                f"input_fn ({input_fn}) does not include params argument, required by TPUEstimator to pass batch size "
                'as params["batch_size"]'
            )
        params = self.params
        if self._batch_sizes[mode] is not None:
            _add(params, "batch_size", self._batch_sizes[mode])
        known = {"params": params, "config": self.config, "mode": mode}
        with tf.device("/device:CPU:0"):
            return input_fn(**{name: value for name, value in known.items() if name in wanted})

    def _call_model_fn(
        self, features: NestedTensors, labels: TensorLike | None, mode: str, config: object
    ) -> EstimatorSpec:
        wanted = inspect.signature(self._model_fn).parameters
        if "labels" not in wanted and labels is not None:
            raise ValueError("model_fn does not take labels, but input_fn returns labels.")
        if "params" not in wanted:
            raise ValueError(
                f"model_fn ({self._model_fn}) does not include params argument, required by TPUEstimator to pass batch "
                "size as params['batch_size']"
            )
        params = self.params
        if self._batch_sizes.get(mode) is not None:
            _add(params, "batch_size", self._batch_sizes[mode])
        _add(params, "use_tpu", False)
        known = {"labels": labels, "mode": mode, "params": params, "config": config}
        logging.info("Calling model_fn.")
        logging.info("Running %s on CPU", mode)
        spec: Any = self._model_fn(
            features=features, **{name: value for name, value in known.items() if name in wanted}
        )
        if isinstance(spec, TPUEstimatorSpec):
            spec = spec.as_estimator_spec()
        logging.info("Done calling model_fn.")
        if not isinstance(spec, EstimatorSpec):
            raise ValueError("model_fn should return an EstimatorSpec.")
        if self._log_every_n_steps is not None:
            counter = _ExamplesPerSecondHook(
                self._batch_sizes[ModeKeys.TRAIN], every_n_steps=self._log_every_n_steps, output_dir=self.model_dir
            )
            spec = spec._replace(training_hooks=(counter, *spec.training_hooks))
        return spec
