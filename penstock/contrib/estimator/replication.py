"""`replicate_model_fn`: a model function called once for each device, with a part of the batch; one step for all."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.export_outputs import ClassificationOutput, PredictOutput, RegressionOutput
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.graph import control_dependencies, get_default_graph, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import NestedTensors, ScopeLike, TensorLike, TensorOrVariable
from penstock.platform import logging
from penstock.train.optimizer import Optimizer
from penstock.util.deprecation import deprecated
from penstock.util.function_utils import fn_args

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

_INSTEAD = ("2018-05-31", "Please use `tf.contrib.distribute.MirroredStrategy` instead.")
_VARIABLES = ("Variable", "VariableV2", "VarHandleOp")


class _Towers:
    """What the towers of one graph know of each other."""

    def __init__(self) -> None:
        self.count, self.index = 1, 0
        self.reduction: Any = None
        self.used = False
        self.first_scopes: tuple[Any, Any] = (None, None)
        self.gradients: dict[int, list[Any]] = {}

    @contextlib.contextmanager
    def tower(self, index: int, variable_scope: ScopeLike, scope: str) -> Iterator[None]:
        if index == 0:
            self.first_scopes = variable_scope, scope
        self.index = index
        yield

    def latest(self) -> list[Any]:
        """The gradients of the last call of an optimizer in each tower."""
        last = len(self.gradients[self.index]) - 1
        return [pair for tower in range(self.index + 1) for pair in self.gradients[tower][last]]


def _scaled(loss: TensorLike, reduction: Any, towers: int) -> Any:
    if loss is None or towers == 1 or reduction == tf.losses.Reduction.SUM:
        return loss
    return tf.div(loss, 1.0 * towers, name="averaged_loss")


@export("contrib.estimator.TowerOptimizer")
class TowerOptimizer(Optimizer):
    """An optimizer for a model function that is replicated: towers collect gradients, the last one makes the step.

    Args:
      optimizer_or_optimizer_fn: the optimizer that makes the step, or a function that makes it.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(2.0)
    ...     step = tf.contrib.estimator.TowerOptimizer(tf.train.GradientDescentOptimizer(0.5)).minimize(v * v)
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(sess.run(v))
    0.0
    """

    COLLECTION_FOR_GRAPH_STATES = "replicate_model_fn_graph_states"

    @deprecated(*_INSTEAD)
    def __init__(self, optimizer_or_optimizer_fn: Any):
        self._optimizer_or_optimizer_fn = optimizer_or_optimizer_fn

    @staticmethod
    def has_been_used() -> bool:
        """Whether one has been used in the default graph."""
        return _towers().used

    def _get_optimizer(self) -> Any:
        if callable(self._optimizer_or_optimizer_fn):
            # Only now: an optimizer may belong to the graph it is made in.
            self._optimizer_or_optimizer_fn = self._optimizer_or_optimizer_fn()
        _towers().used = True
        return self._optimizer_or_optimizer_fn

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """A slot of the optimizer."""
        return self._get_optimizer().get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The slots of the optimizer."""
        return self._get_optimizer().get_slot_names(*args, **kwargs)

    def get_name(self, *args: Any, **kwargs: Any) -> str:
        """The name of the optimizer."""
        return self._get_optimizer().get_name(*args, **kwargs)

    def variables(self, *args: Any, **kwargs: Any) -> Any:
        """The variables of the optimizer."""
        return self._get_optimizer().variables(*args, **kwargs)

    def compute_gradients(self, loss: TensorLike, *args: Any, **kwargs: Any) -> Any:
        """Gradients of this tower's share of the loss."""
        towers = _towers()
        return self._get_optimizer().compute_gradients(_scaled(loss, towers.reduction, towers.count), *args, **kwargs)

    def apply_gradients(  # type: ignore[override]
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorOrVariable | None = None, **kwargs: Any
    ) -> Any:
        """Collects gradients; in the last tower, makes the step with the sums of all."""
        towers = _towers()
        grads_and_vars = list(grads_and_vars)
        if towers.count == 1:
            return self._get_optimizer().apply_gradients(grads_and_vars, global_step, **kwargs)
        towers.gradients.setdefault(towers.index, []).append(grads_and_vars)
        if towers.index < towers.count - 1:
            waits = [g.values if isinstance(g, IndexedSlices) else g for g, _ in grads_and_vars if g is not None]
            with control_dependencies(waits):
                return tf.no_op(name="train_op_placeholder")
        variable_scope, scope = towers.first_scopes
        with tf.variable_scope(variable_scope), name_scope(scope):
            return self._apply_all(towers, global_step, **kwargs)

    def _apply_all(self, towers: _Towers, global_step: TensorLike | None, **kwargs: Any) -> Any:
        lists: dict[Any, list[Any]] = {}
        for gradient, variable in towers.latest():
            if gradient is not None:
                lists.setdefault(variable, []).append(gradient)
        with name_scope("gradient_aggregating"):
            summed = [(_sum(gradients, variable.device), variable) for variable, gradients in lists.items()]
        return self._get_optimizer().apply_gradients(summed, global_step=global_step, **kwargs)


def _towers() -> _Towers:
    states = get_default_graph().get_collection_ref(TowerOptimizer.COLLECTION_FOR_GRAPH_STATES)
    if not states:
        states.append(_Towers())
    return states[-1]


def _sum(values: list[Any], device: str, name: str | None = None) -> Any:
    with tf.device(device):
        if not isinstance(values[0], IndexedSlices):
            return tf.add_n(values, name=name)
        rows = tf.concat([v.values for v in values], axis=0)
        return IndexedSlices(rows, tf.concat([v.indices for v in values], axis=0), values[0].dense_shape)


# -- the model function ---------------------------------------------------------------------------------------------------


def _local_devices(kind: str) -> list[str]:
    from penstock.runtime.plan.devices import list_local_devices

    return [device.name for device in list_local_devices() if device.device_type == kind]


@export("contrib.estimator.replicate_model_fn")
@deprecated(*_INSTEAD)
def replicate_model_fn(
    model_fn: Callable, loss_reduction: Any = "weighted_sum_by_nonzero_weights", devices: list[str] | None = None
) -> Callable:
    """A model function that calls another once for each device, each time with a part of the batch.

    Args:
      model_fn: a model function of an Estimator; its optimizers are wrapped in `TowerOptimizer`.
      loss_reduction: how the function reduces losses: if it sums them, towers do too, else they average.
      devices: names of devices; all GPUs of the machine by default, or the CPU.

    Raises:
      ValueError: the loss is not reduced.

    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     v = tf.get_variable("v", initializer=1.0)
    ...     loss = tf.reduce_mean(tf.square(v * features - labels))
    ...     optimizer = tf.contrib.estimator.TowerOptimizer(tf.train.GradientDescentOptimizer(0.1))
    ...     step = optimizer.minimize(loss, tf.train.get_global_step())
    ...     return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)
    >>> replicated = tf.contrib.estimator.replicate_model_fn(model_fn, devices=["/cpu:0", "/cpu:0"])
    >>> with tf.Graph().as_default():
    ...     step = tf.train.create_global_step()
    ...     spec = replicated(tf.ones([4]), tf.zeros([4]), tf.estimator.ModeKeys.TRAIN)
    ...     print([v.name for v in tf.trainable_variables()])
    ['v:0']
    """
    if loss_reduction == tf.losses.Reduction.NONE:
        raise ValueError(f"Tower losses need to be reduced in some way, yet {loss_reduction} reduction is specified.")
    devices = devices or _local_devices("GPU") or _local_devices("CPU")
    alone = len(devices) == 1 and "GPU" in devices[0].upper()
    together = devices[0] if alone else "/CPU:0"
    logging.info(
        f"Replicating the `model_fn` across {devices}.  Variables are going to be placed on {[together]}.  "
        f"Consolidation device is going to be {together}."
    )

    def towers(features: Any, labels: Any, mode: Any, params: Any, config: Any) -> list[Any]:
        return _tower_specs(model_fn, mode, features, labels, params, config, devices, together, loss_reduction)

    def single_device_model_fn(
        features: NestedTensors,
        labels: TensorLike,
        mode: str,
        params: Mapping[Any, Any] | None = None,
        config: object = None,
    ) -> Any:
        return towers([features], [labels], mode, params, config)[0]

    def replicated_model_fn(
        features: NestedTensors,
        labels: TensorLike,
        mode: str,
        params: Mapping[Any, Any] | None = None,
        config: object = None,
    ) -> Any:
        with name_scope("split_inputs"), tf.device(together):
            parts = _split(features, len(devices))
            of_labels = None if labels is None else _split(labels, len(devices))
        specs = towers(parts, of_labels, mode, params, config)
        if mode == ModeKeys.TRAIN:
            return _changed(specs[-1], mode=mode, loss=_sum([s.loss for s in specs], together, "loss"))
        if mode == ModeKeys.EVAL:
            return _eval_spec(specs, together)
        return _predict_spec(specs, together)

    return single_device_model_fn if len(devices) == 1 else replicated_model_fn


def _split(whole: Any, count: int) -> list[Any]:
    if isinstance(whole, dict):
        parts: list[dict[str, Any]] = [{} for _ in range(count)]
        for name, value in whole.items():
            for part, piece in zip(parts, _split(value, count), strict=True):
                part[name] = piece
        return parts
    if isinstance(whole, SparseTensor):
        return list(tf.sparse_split(sp_input=whole, num_split=count, axis=0))
    batch = tf.convert_to_tensor(whole).shape.as_list()[0]
    if batch is not None and batch % count:
        raise ValueError(f"Batch size {batch} needs to be divisible by the number of GPUs, which is {count}.")
    return tf.split(whole, count)


def _device_for(worker: str, variables: str) -> Callable:
    def choose(op: Operation) -> str:
        spec = tf.DeviceSpec.from_string(variables if op.type in _VARIABLES else worker)
        spec.merge_from(tf.DeviceSpec.from_string(op.device or ""))
        return spec.to_string()

    return choose


def _changed(spec: Any, **values: Any) -> Any:
    return EstimatorSpec(**{**{name: getattr(spec, name) for name in spec._fields}, **values})


def _tower_specs(
    model_fn: Callable,
    mode: object,
    features: list[Any],
    labels: Any,
    params: object,
    config: object,
    devices: list[str],
    variables: str,
    reduction: Any,
) -> list[Any]:
    given = {"params": params, "config": config}
    more = {name: copy.deepcopy(value) for name, value in given.items() if name in fn_args(model_fn)}
    state = _towers()
    state.reduction, state.count = reduction, len(devices)
    specs = []
    for i, device in enumerate(devices):
        with tf.variable_scope("", reuse=i > 0) as variable_scope, name_scope(f"tower_{i}" if i else "") as scope:
            with state.tower(i, variable_scope, scope), tf.device(_device_for(device, variables)):
                spec = model_fn(mode=mode, features=features[i], labels=labels[i] if labels else None, **more)
                if spec.train_op is not None and len(devices) > 1 and not state.used:
                    raise ValueError(
                        "Please wrap optimizers with TowerOptimizer in order to use replicate_model_fn with multiple "
                        "`devices`."
                    )
                if spec.loss is not None:
                    spec = _changed(spec, loss=_scaled(spec.loss, reduction, len(devices)))
                specs.append(spec)
    if sum(len(found) for found in state.gradients.values()) % state.count:
        raise ValueError("Each invocation of model_fn was supposed to make the same optimizer calls.")
    get_default_graph().clear_collection(TowerOptimizer.COLLECTION_FOR_GRAPH_STATES)
    return specs


def _eval_spec(specs: list[Any], together: str) -> Any:
    loss = _sum([spec.loss for spec in specs], together, "loss")
    updates = [update for spec in specs for _, update in spec.eval_metric_ops.values()]
    with control_dependencies(updates):
        reduced = _reduce_metric_variables(len(specs))
    metrics = {name: (value, reduced) for name, (value, _) in specs[0].eval_metric_ops.items()}
    return _changed(specs[0], mode=ModeKeys.EVAL, loss=loss, eval_metric_ops=metrics)


def _reduce_metric_variables(towers: int) -> Operation:
    """Adds the metrics' variables of all towers to those of the first, and sets the others to 0."""
    variables = get_collection(GraphKeys.METRIC_VARIABLES)
    each = len(variables) // towers
    if len(variables) % towers:
        raise ValueError(
            "Different `EstimatorSpec.eval_metric_ops` across `model_fn()` calls. Expected "
            f"{each * towers} local variables, but got {len(variables)} instead."
        )
    resets = []
    for i in range(each):
        others = variables[i + each :: each]
        # Read here, after the updates; the value that a variable gives by itself may be from before them.
        with control_dependencies([tf.assign_add(variables[i], tf.add_n([v.read_value() for v in others]))]):
            resets.extend(tf.assign(v, tf.zeros(tf.shape(v), dtype=v.dtype.base_dtype)) for v in others)
    return tf.group(*resets)


def _gathered(dictionaries: list[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for dictionary in dictionaries:
        for name, value in (dictionary or {}).items():
            found.setdefault(name, []).append(value)
    return found


def _joined(dictionaries: list[Any]) -> dict[str, Any]:
    return {name: tf.concat(parts, axis=0, name=name) for name, parts in _gathered(dictionaries).items()}


def _predict_spec(specs: list[Any], together: str) -> Any:
    with tf.device(together):
        predictions = _joined([spec.predictions for spec in specs])
        exports: dict[str, Any] = {}
        for name, outputs in _gathered([spec.export_outputs for spec in specs]).items():
            if isinstance(outputs[0], PredictOutput):
                exports[name] = PredictOutput(outputs=_joined([o.outputs for o in outputs]))
            elif isinstance(outputs[0], RegressionOutput):
                exports[name] = RegressionOutput(value=tf.concat([o.value for o in outputs], axis=0))
            elif isinstance(outputs[0], ClassificationOutput):
                scores = classes = None
                if outputs[0].scores is not None:
                    scores = tf.concat([o.scores for o in outputs], axis=0)
                if outputs[0].classes is not None:
                    classes = tf.stack([o.classes for o in outputs], axis=0)
                exports[name] = ClassificationOutput(scores=scores, classes=classes)
    return _changed(specs[0], mode=ModeKeys.PREDICT, predictions=predictions, export_outputs=exports)
