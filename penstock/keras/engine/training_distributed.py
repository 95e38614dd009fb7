"""Models under a strategy of `tf.distribute`: each replica has a model of its own whose layers are those of the user's model.

`fit`, `evaluate` and `predict` turn arrays into a dataset, share its batches out to the replicas, and run one function that makes
a step of all of them. Arrays are cut and refused as in 1.15.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import find
from penstock.graph import nest, replication, stack
from penstock.keras.backend import sessions
from penstock.keras.engine import training_arrays
from penstock.keras.engine import training_data as data
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.keras.callbacks.base import Callback
    from penstock.keras.engine.network import Network
    from penstock.keras.engine.training import Model


TRAIN, TEST, PREDICT = "train", "test", "predict"


class Replicas:
    """The models of a mode, one for each replica, and the function that runs a step of all.

    Args:
      models: the models, as a distributed value; the model itself if there is one replica.
    """

    def __init__(self, models: Any) -> None:
        self.models = models
        self.function: Any = None
        self.tensors: tuple[Any, ...] = ()  # of the function: inputs, outputs, updates, fetches
        self.operations = 0  # that 1.15 makes for the function each time, even if it has it: seeds count them
        self.weighted = False

    def each(self, strategy: Strategy) -> tuple[Any, ...]:
        """The models."""
        return strategy.experimental_local_results(self.models)


# -- compile ----------------------------------------------------------------------------------------------------------------


def strategy_across_replicas() -> Any:
    """The strategy in whose scope a model is compiled; None in a replica, whose model is an ordinary one."""
    mode = replication.current()
    return None if mode is None else mode.cross_replica_context


def validate_compile(model: Network, sample_weight_mode: Any, target_tensors: Any, weighted_metrics: Any) -> None:
    """Raises NotImplementedError or ValueError for arguments that a strategy does not allow."""
    if sample_weight_mode:
        raise NotImplementedError("sample_weight_mode is not supported with tf.distribute.Strategy.")
    if weighted_metrics:
        raise NotImplementedError("weighted_metrics is not supported with tf.distribute.Strategy.")
    if target_tensors:
        raise ValueError("target_tensors is not supported with tf.distribute.Strategy.")
    if not model.built or not model.inputs or not model.outputs:
        raise ValueError(
            "We currently do not support distribution strategy with a `Sequential` model that is created without "
            "`input_shape`/`input_dim` set in its first layer or a subclassed model."
        )


def validate_variables(model: Network, strategy: Strategy) -> None:
    """Raises ValueError if a variable of the model was made outside of the scope."""
    for v in model.variables:
        if not strategy.extended.variable_created_in_scope(v):
            raise ValueError(
                f"Variable ({v}) was not created in the distribution strategy scope of ({strategy}). It is most likely due to "
                "not all layers or the model or optimizer being created outside the distribution strategy scope. Try to make "
                "sure your code looks similar to the following.\nwith strategy.scope():\n  model=_create_model()\n  "
                "model.compile(...)"
            )


# -- models and functions of the replicas -----------------------------------------------------------------------------------


def _with_same_layers(model: Model, mode: str) -> Any:
    """The model of a replica: new inputs, the same layers, the same optimizer."""
    from penstock.keras import models

    made = models.clone_model(model, clone_function=lambda layer: layer)
    made._callable_losses = getattr(model, "_callable_losses", [])
    _compile_like(made, model, model.optimizer)
    return made


def _with_own_layers(model: Model, mode: str) -> Any:
    """The model of a replica for `compile(distribute=...)`: layers and optimizer are copies."""
    from penstock.keras import models

    made = models.clone_model(model)
    optimizer = model.optimizer
    if type(optimizer).__name__ != "TFOptimizer":
        optimizer = type(optimizer).from_config(optimizer.get_config())
    _compile_like(made, model, optimizer)
    return made


def _compile_like(made: Any, model: Model, optimizer: Any) -> None:
    made.compile(
        optimizer,
        model.loss,
        metrics=_clone_metrics(model._compile_metrics),
        loss_weights=model.loss_weights,
        sample_weight_mode=model.sample_weight_mode,
        weighted_metrics=_clone_metrics(model._compile_weighted_metrics),
    )


def _clone_metrics(metrics: Any) -> Any:
    from penstock.keras.metrics import clone_metric

    if isinstance(metrics, (list, tuple)):
        return [_clone_metrics(m) if isinstance(m, (list, tuple)) else clone_metric(m) for m in metrics]
    if isinstance(metrics, dict):
        return {
            name: _clone_metrics(m) if isinstance(m, (list, tuple)) else clone_metric(m) for name, m in metrics.items()
        }
    return metrics


def replicas_of(model: Model, mode: str) -> Replicas:
    """The models of the replicas, which are made for the first step of a mode."""
    found = model._distributed_models.get(mode)
    if found is None:
        strategy = model._distribution_strategy
        make = _with_own_layers if model._compile_distribution else _with_same_layers
        with strategy.scope():
            found = Replicas(strategy.extended.call_for_each_replica(make, args=(model, mode)))
        model._distributed_models[mode] = found
        if model._compile_distribution and mode == TRAIN:
            model._replicated_model = found.each(strategy)[0]
    return found


def make_execution_function(model: Model, mode: str) -> Any:
    """The function that makes a step of all replicas."""
    replicas = replicas_of(model, mode)
    strategy = model._distribution_strategy
    graph = stack.current_graph()
    if replicas.function is not None:
        before = graph._last_id
        if mode != PREDICT and strategy.extended._numbers_reductions:
            # 1.15 makes the sum of the losses anew and runs that: all workers must run the one with the same number.
            replicas.function = _function_of(strategy, mode, *replicas.tensors)
        graph._count(replicas.operations - (graph._last_id - before))
        return replicas.function

    def of_replica(model: Model) -> tuple[Any, ...]:
        made = model._make_execution_function(mode)
        return made.inputs, made.outputs, made.updates_op, made.fetches

    with strategy.scope():
        replicas.tensors = strategy.extended.call_for_each_replica(of_replica, args=(replicas.models,))
        _initialize_or_wait()
        before = graph._last_id
        replicas.function = _function_of(strategy, mode, *replicas.tensors)
        replicas.operations = graph._last_id - before + len(replicas.each(strategy))
    return replicas.function


def _function_of(strategy: Strategy, mode: str, inputs: Any, outputs: Any, updates: Any, fetches: Any) -> Any:
    """The function of what the replicas take and give; losses are added up."""
    with strategy.scope():
        flat = _flatten(strategy, outputs if mode == PREDICT else outputs[1:])
        if mode != PREDICT:
            flat = [strategy.reduce("SUM", outputs[0], axis=None), *flat]
        return find("keras.backend.function")(
            _flatten(strategy, inputs),
            flat,
            updates=_flatten(strategy, updates),
            name=f"distributed_{mode}_function",
            fetches=_flatten(strategy, fetches),
        )


def _flatten(strategy: Strategy, distributed: Any) -> list[Any]:
    """All values of a structure of distributed values, those of the first leaf first."""
    return [value for leaf in nest.flatten(distributed) for value in strategy.experimental_local_results(leaf)]


def _initialize_or_wait() -> None:
    """Gives variables their values, or waits until the worker that does so has done it."""
    from penstock.train import worker_context

    context = worker_context.current()
    session = sessions.current_session()
    if context is None or context.experimental_should_init:
        sessions._initialize_variables(session)
    else:
        sessions.wait_for_variables(session)


def update_sample_weight_modes(model: Model, mode: str, sample_weights: Any) -> None:
    """Tells the replicas whether their samples have weights."""
    replicas = replicas_of(model, mode)
    weights = sample_weights[0] if sample_weights else None
    if not weights or any(w is None for w in weights):
        return
    if not replicas.weighted:
        replicas.weighted, replicas.function = True, None  # the loss is another one from now on
    for made, weight in zip(replicas.each(model._distribution_strategy), weights):
        made._update_sample_weight_modes(sample_weights=[weight])


def reset_metrics(model: Network) -> None:
    """Lets the metrics of the replicas begin anew."""
    for replicas in model._distributed_models.values():
        replicas.each(model._distribution_strategy)[0].reset_metrics()


def copy_weights(model: Model, mode: str, back: bool = False) -> None:
    """Copies weights to the replicas of a model that was compiled with `distribute`, or back to it."""
    strategy = model._distribution_strategy
    first = replicas_of(model, mode).each(strategy)[0]
    if not back:
        with strategy.scope():
            first.set_weights(model.get_weights())
    elif mode == TRAIN:
        with strategy.scope():
            found = first.get_weights()
        model.set_weights(found)


# -- the data of a step -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def distributed_scope(model: Model, mode: str) -> Iterator[None]:
    """The scope of a model's strategy, in which the learning phase is that of a mode."""
    with model._distribution_strategy.scope(), sessions.learning_phase_scope(1 if mode == TRAIN else 0):
        yield


def get_iterator(dataset: Any, strategy: Strategy) -> Any:
    """An iterator that shares batches out to the replicas, at its beginning."""
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(dataset)
    initialize_iterator(iterator, strategy)
    return iterator


def initialize_iterator(iterator: Any, strategy: Strategy) -> None:
    """Sets an iterator to the beginning."""
    with strategy.scope():
        start = find("group")(iterator.initialize())
        sessions.get_session((start,)).run(start)


def feed_values(model: Model, iterator: Any, mode: str) -> tuple[Any, Any, Any]:
    """Inputs, targets and weights of samples of all replicas, in the order in which the function takes them."""
    strategy = model._distribution_strategy
    element = iterator.get_next()
    count = len(nest.flatten(element))
    x, y, weights = element, None, None
    if count == len(model.inputs) + len(model.outputs):
        x, y = element
    elif count != len(model.inputs):
        x, y, weights = element
    for part in (x, y, weights):
        _check_alike(strategy, part)
    if isinstance(x, dict):
        x = [x[key] for key in model._feed_input_names]
    inputs = [data.standardize_single_array(v) for v in _flatten(strategy, x)]
    if mode == PREDICT:
        return inputs, [], []
    targets = [data.standardize_single_array(v) for v in _flatten(strategy, y)]
    return inputs, targets, None if weights is None else _flatten(strategy, weights)


def _check_alike(strategy: Strategy, structure: Any) -> None:
    """Raises ValueError unless the replicas get tensors of equal types and shapes."""
    for leaf in nest.flatten(structure, expand_composites=False):
        if leaf is None:
            continue
        parts = strategy.experimental_local_results(leaf)
        if not all(map(find("is_tensor"), parts)):
            raise ValueError(f"Dataset input to the model should be tensors instead they are of type {type(leaf)}")
        if any(p.shape.as_list() != parts[0].shape.as_list() for p in parts if p.shape.dims is not None):
            raise ValueError(f"Input tensor shapes do not match for distributed tensor inputs {leaf}")
        if any(p.dtype != parts[0].dtype for p in parts):
            raise ValueError(f"Input tensor dtypes do not match for distributed tensor inputs {leaf}")


def joined_outputs(strategy: Strategy, model: Model, outputs: list[Any]) -> list[Any]:
    """The predictions of all replicas as those of one batch."""
    number = len(outputs) // len(model.outputs)
    return [np.concatenate(outputs[i * number : (i + 1) * number]) for i in range(len(model.outputs))]


# -- batches and steps ------------------------------------------------------------------------------------------------------


def batch_and_steps(
    strategy: Strategy, x: Any, batch_size: int | None, steps: int | None, mode: str, validation_split: float = 0.0
) -> tuple[int | None, int | None]:
    """The size of batches and the number of steps of arrays; of other input, what was given."""
    first = nest.flatten(x)[0]
    if not isinstance(first, np.ndarray):
        return batch_size, steps
    samples = first.shape[0]
    if validation_split and 0.0 < validation_split < 1.0:
        samples = int(samples * (1 - validation_split))
    return _for_samples(strategy, samples, batch_size, steps, partial=mode == TRAIN)


def _for_samples(
    strategy: Strategy, samples: int, batch_size: int | None, steps: int | None, partial: bool
) -> tuple[int, int]:
    # Some strategies take the size of a batch as that of one replica.
    factor = 1 if strategy.extended._global_batch_size else strategy.num_replicas_in_sync
    if batch_size is not None:
        size = batch_size * factor
    elif steps is None:
        size = min(samples, 32)
    elif samples % steps:
        raise ValueError(
            f"The number of samples {samples} is not divisible by steps {steps}. Please change the number of steps to a value "
            "that can consume all the samples"
        )
    else:
        size = samples // steps
    if steps is None:
        if not partial and samples % size:
            raise ValueError(f"The number of samples {samples} is not divisible by batch size {size}.")
        steps = -(-samples // size)
    elif batch_size is not None:
        needed = (size * (steps - 1) + 1 if steps > 1 else 0) if partial else size * steps
        if samples < needed:
            raise ValueError(
                f"Number of samples {samples} is less than samples required for specified batch_size {size} and steps {steps}"
            )
    if factor > 1 and size % factor:
        raise ValueError(
            f"The batch size ({size}) could not be sharded evenly across the sync replicas ({factor}) in the distribution "
            "strategy."
        )
    return size // factor, steps


def as_dataset(
    model: Model,
    x: Any,
    y: Any = None,
    sample_weight: Any = None,
    class_weight: Mapping[Any, Any] | None = None,
    batch_size: int | None = None,
    validation_split: float = 0.0,
    shuffle: bool | str = False,
    epochs: int = 1,
    partial: bool = False,
) -> Any:
    """Arrays as a dataset of batches; a dataset as it is.

    Raises:
      NotImplementedError: classes have weights.
      ValueError: a dataset was given together with targets.
    """
    if class_weight:
        raise NotImplementedError("`class_weight` is currently not supported when using tf.distribute.Strategy.")
    if data.is_dataset(x) and shuffle:
        data.verify_dataset_shuffled(x)
    strategy = model._distribution_strategy
    with strategy.scope():
        session = sessions.get_session()
        if not isinstance(nest.flatten(x)[0], np.ndarray):
            assert data.is_dataset(x)
            data.validate_dataset_input(x, y, sample_weight, validation_split)
            return x
        parts = _as_tuple(x)
        if y is not None:
            parts = (parts, _as_tuple(y))
            if sample_weight is not None:
                parts = (*parts, _as_tuple(sample_weight))
        made = strategy.extended.experimental_make_numpy_dataset(parts, session=session)
        assert batch_size is not None
        if shuffle:
            made = made.shuffle(max(1024, batch_size * 8))
        if epochs > 1:
            made = made.repeat(epochs)
        whole = not partial and strategy.extended.experimental_require_static_shapes
        return made.batch(batch_size, drop_remainder=whole)


def _as_tuple(arrays: Any) -> Any:
    return tuple(arrays) if isinstance(arrays, list) else arrays


# -- callbacks --------------------------------------------------------------------------------------------------------------


def validate_callbacks(callbacks: Any, optimizer: Any) -> None:
    """Raises ValueError for callbacks that an optimizer does not go with under a strategy."""
    rates = (find("keras.callbacks.LearningRateScheduler"), find("keras.callbacks.ReduceLROnPlateau"))
    for callback in callbacks or ():
        if isinstance(callback, rates) and not isinstance(optimizer, find("keras.optimizers.Optimizer")):
            raise ValueError(
                f"You must specify a Keras Optimizer V2 when using {callback} callback with DistributionStrategy."
            )
        if isinstance(callback, find("keras.callbacks.TensorBoard")) and getattr(callback, "write_grads", False):
            logging.warning(
                UserWarning(
                    "`write_grads` in the TensorBoard callback is not supported when using DistributionStrategy. Setting "
                    "`write_grads` to `False`."
                )
            )
            callback.write_grads = False


def _callbacks_of_worker(callbacks: Any) -> list[Any]:
    """The callbacks that this worker runs: some are the chief's only."""
    from penstock.train import worker_context

    callbacks = list(callbacks or [])
    if not any(isinstance(c, find("keras.callbacks.ModelCheckpoint")) for c in callbacks):
        logging.warning("ModelCheckpoint callback is not provided. Workers will need to restart training if any fails.")
    if worker_context.current().is_chief:
        return callbacks
    return [c for c in callbacks if not c._chief_worker_only]


def _in_worker(model: Model, function: Callable, callbacks: Any) -> Any:
    """Calls a function with callbacks, in the task that this process has in a cluster if there is one."""
    if not model._in_multi_worker_mode():
        return function(callbacks)
    from penstock.distribute import coordinator

    return coordinator.run_distribute_coordinator(
        lambda _: function(_callbacks_of_worker(callbacks)),
        model._distribution_strategy,
        mode=coordinator.CoordinatorMode.INDEPENDENT_WORKER,
    )


# -- fit, evaluate, predict -------------------------------------------------------------------------------------------------


def fit(
    model: Model,
    x: Any,
    y: Any,
    batch_size: int | None,
    *,
    validation_split: float,
    validation_data: Any,
    sample_weight: Any,
    class_weight: Mapping[Any, Any],
    shuffle: bool | str,
    callbacks: Sequence[Callback],
    epochs: int,
    steps_per_epoch: int | None,
    validation_steps: int | None,
    **kwargs: Any,
) -> Any:
    """Trains a model under its strategy: see `Model.fit`."""

    def of_worker(callbacks: Any) -> Any:
        validate_callbacks(callbacks, model.optimizer)
        strategy = model._distribution_strategy
        size, steps = batch_and_steps(strategy, x, batch_size, steps_per_epoch, TRAIN, validation_split)
        size = model._validate_or_infer_batch_size(size, steps, x)
        dataset = as_dataset(
            model, x, y, sample_weight, class_weight, size, validation_split, shuffle=shuffle, epochs=epochs
        )
        of_validation, its_steps = None, validation_steps
        if validation_data:
            val_x, val_y, val_weights = data.unpack_validation_data(validation_data)
            _, its_steps = batch_and_steps(strategy, val_x, size, validation_steps, TEST)
            of_validation = as_dataset(
                model, val_x, val_y, val_weights, None, size, validation_split, shuffle=shuffle, partial=True
            )
        elif validation_split:
            raise ValueError("validation_split argument is not supported with distribution strategies.")
        return training_arrays.model_iteration(
            model,
            dataset,
            batch_size=size,
            epochs=epochs,
            callbacks=callbacks,
            val_inputs=of_validation,
            shuffle=shuffle,
            steps_per_epoch=steps,
            validation_steps=its_steps,
            steps_name="steps_per_epoch",
            mode=TRAIN,
            **kwargs,
        )

    return _in_worker(model, of_worker, callbacks)


def evaluate(
    model: Model,
    x: Any,
    y: Any,
    batch_size: int | None,
    verbose: int,
    sample_weight: Any,
    steps: int | None,
    callbacks: Sequence[Callback],
) -> Any:
    """The loss and metrics of a model under its strategy: see `Model.evaluate`."""

    def of_worker(callbacks: Any) -> Any:
        size, number = batch_and_steps(model._distribution_strategy, x, batch_size, steps, TEST)
        size = model._validate_or_infer_batch_size(size, number, x)
        dataset = as_dataset(model, x, y, sample_weight, batch_size=size, partial=True)
        return training_arrays.model_iteration(
            model,
            dataset,
            batch_size=size,
            verbose=verbose,
            steps_per_epoch=number,
            callbacks=callbacks,
            shuffle=False,
            mode=TEST,
        )

    return _in_worker(model, of_worker, callbacks)


def predict(
    model: Model, x: Any, batch_size: int | None, verbose: int, steps: int | None, callbacks: Sequence[Callback]
) -> Any:
    """The outputs of a model under its strategy: see `Model.predict`."""
    size, number = batch_and_steps(model._distribution_strategy, x, batch_size, steps, PREDICT)
    size = model._validate_or_infer_batch_size(size, number, x)
    dataset = as_dataset(model, x, batch_size=size, partial=True)
    return training_arrays.model_iteration(
        model,
        dataset,
        batch_size=size,
        verbose=verbose,
        steps_per_epoch=number,
        callbacks=callbacks,
        shuffle=False,
        mode=PREDICT,
    )
