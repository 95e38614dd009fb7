"""The loop over arrays, tensors and data sets: epochs, batches, validation, callbacks."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import find
from penstock.graph import errors, nest
from penstock.graph.typing import NestedTensors
from penstock.keras.backend.sessions import symbolic_learning_phase
from penstock.keras.callbacks import base as cbks
from penstock.keras.engine import training_data as data
from penstock.keras.engine.aggregators import MetricsAggregator, OutputsAggregator
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.keras.callbacks.base import Callback
    from penstock.keras.engine.training import Model


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
    shuffle: bool,
    steps_per_epoch: int | None,
    validation_steps: int | None,
    **kwargs: Any,
) -> Any:
    """Trains a model on arrays, tensors or a data set: see `Model.fit`."""
    refuse_iterator(x)
    batch_size = model._validate_or_infer_batch_size(batch_size, steps_per_epoch, x)
    x, y, sample_weights = model._standardize_user_data(
        x,
        y,
        sample_weight=sample_weight,
        class_weight=class_weight,
        batch_size=batch_size,
        check_steps=True,
        steps_name="steps_per_epoch",
        steps=steps_per_epoch,
        validation_split=validation_split,
        shuffle=shuffle,
    )
    val_x: Any = None
    val_y: Any = None
    val_weights: Any = None
    if validation_data:
        val_x, val_y, val_weights = model._prepare_validation_data(validation_data, batch_size, validation_steps)
    elif validation_split and 0.0 < validation_split < 1.0:
        x, y, sample_weights, val_x, val_y, val_weights = data.split_training_and_validation_data(
            x, y, sample_weights, validation_split
        )
    elif validation_steps:
        raise ValueError("`validation_steps` should not be specified if `validation_data` is None.")
    return model_iteration(
        model,
        x,
        y,
        sample_weights,
        batch_size=batch_size,
        val_inputs=val_x,
        val_targets=val_y,
        val_sample_weights=val_weights,
        shuffle=shuffle,
        steps_per_epoch=steps_per_epoch,
        validation_steps=validation_steps,
        steps_name="steps_per_epoch",
        mode="train",
        **kwargs,
    )


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
    """The loss and metrics of a model: see `Model.evaluate`."""
    refuse_iterator(x)
    batch_size = model._validate_or_infer_batch_size(batch_size, steps, x)
    x, y, sample_weights = model._standardize_user_data(
        x, y, sample_weight=sample_weight, batch_size=batch_size, check_steps=True, steps_name="steps", steps=steps
    )
    return model_iteration(
        model,
        x,
        y,
        sample_weights,
        batch_size=batch_size,
        verbose=verbose,
        steps_per_epoch=steps,
        callbacks=callbacks,
        shuffle=False,
        mode="test",
    )


def predict(
    model: Model, x: Any, batch_size: int | None, verbose: int, steps: int | None, callbacks: Sequence[Callback]
) -> Any:
    """The outputs of a model: see `Model.predict`."""
    refuse_iterator(x)
    batch_size = model._validate_or_infer_batch_size(batch_size, steps, x)
    x, _, _ = model._standardize_user_data(x, check_steps=True, steps_name="steps", steps=steps)
    return model_iteration(
        model,
        x,
        batch_size=batch_size,
        verbose=verbose,
        steps_per_epoch=steps,
        callbacks=callbacks,
        shuffle=False,
        mode="predict",
    )


def refuse_iterator(x: Any) -> None:
    """Raises ValueError for an iterator, which `fit` and its like do not take."""
    if data.is_iterator(x):
        raise ValueError(
            "For performance reasons Keras `fit`, `evaluate` and`predict` accept tf.data `Datasets` as input but not iterators "
            "that have been manually generated from Datasets by users. Please directly pass in the original `Dataset` object "
            "instead of passing in `iter(dataset)`."
        )


def _feed_values(model: Model, inputs: Sequence[Any], targets: Any, sample_weights: Any, mode: str) -> list[Any]:
    """Inputs, targets, weights and the learning phase in the order in which functions take them."""
    if model._distribution_strategy is not None:
        return _distributed().feed_values(model, inputs, mode)
    if data.is_dataset(inputs) or data.is_iterator(inputs):
        inputs, targets, sample_weights = model._standardize_user_data(inputs, extract_tensors_from_dataset=True)
    ins = data.ModelInputs(inputs).as_list() + (targets or []) + (sample_weights or [])
    if mode == "train" and not isinstance(symbolic_learning_phase(), int):
        ins = [*ins, True]
    return ins


def _update_sample_weight_mode(model: Any, mode: str, ins: list[Any]) -> None:
    if mode == "predict":
        return
    weights = ins[len(model._feed_inputs) + len(model._feed_targets) :]
    if mode == "train" and not isinstance(symbolic_learning_phase(), int):
        weights = weights[:-1]
    model._update_sample_weight_modes(sample_weights=weights)
    if model._distribution_strategy is not None:
        _distributed().update_sample_weight_modes(model, mode, weights)


def _distributed() -> Any:
    """The module for models under a strategy, which is loaded when there is one."""
    from penstock.keras.engine import training_distributed

    return training_distributed


def _started(dataset: Any, strategy: Strategy) -> Any:
    return data.get_iterator(dataset) if strategy is None else _distributed().get_iterator(dataset, strategy)


def _start_again(iterator: Any, strategy: Strategy) -> None:
    if strategy is None:
        data.initialize_iterator(iterator)
    else:
        _distributed().initialize_iterator(iterator, strategy)


class _Batches:
    """Slices of arrays: the samples of a step, sparse matrices as the model takes them."""

    def __init__(self, model: Any, ins: list[Any], mode: str, batch_size: int, shuffle: Any) -> None:
        self.ins = ins
        self.count = len(ins) - 1 if ins and isinstance(ins[-1], (bool, int)) else len(ins)
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.dense: list[int] = []
        if any(hasattr(x, "tocoo") for x in ins):
            feeds = list(model._feed_inputs)
            if mode != "predict":
                feeds += model._feed_targets + model._feed_sample_weights
            is_sparse = find("keras.backend.is_sparse")
            pairs = enumerate(zip(ins, feeds, strict=False))
            self.dense = [i for i, (x, feed) in pairs if hasattr(x, "tocoo") and not is_sparse(feed)]

    def order(self, samples: int) -> np.ndarray:
        """The numbers of samples in the order in which an epoch takes them."""
        index = np.arange(samples)
        if not self.shuffle:
            return index
        if isinstance(self.shuffle, str) and self.shuffle == "batch":
            whole = len(index) // self.batch_size * self.batch_size
            rows = index[:whole].reshape(-1, self.batch_size)
            np.random.shuffle(rows)
            return np.append(rows.flatten(), index[whole:])
        np.random.shuffle(index)
        return index

    def at(self, ids: np.ndarray, whole: bool) -> list[Any]:
        """The samples with these numbers; with `whole`, all as they are."""
        if whole:
            found = list(self.ins)
        else:
            try:
                found = data.slice_arrays(self.ins[: self.count], ids) + self.ins[self.count :]
            except TypeError:
                raise TypeError(
                    'TypeError while preparing batch. If using HDF5 input data, pass shuffle="batch".'
                ) from None
        for i in self.dense:
            found[i] = found[i].toarray()
        return found


def _out_of_data(steps_name: str, batches: int, kind: str) -> None:
    the = "dataset" if kind == "dataset" else "iterator"
    use = "to use" if kind == "dataset" else "touse"
    logging.warning(
        f"Your {'dataset' if kind == 'dataset' else 'dataset iterator'} ran out of data; interrupting training. Make sure that "
        f"your {the} can generate at least `{steps_name} * epochs` batches (in this case, {batches} batches). You may need "
        f"{use} the repeat() function when building your dataset."
    )


def _steps_of(model: Model, dataset: Any, epochs: int, steps_name: str) -> int | None:
    """The number of steps of a dataset; None where only a run can tell: the parts of workers may differ."""
    if model._distribution_strategy is not None and model._in_multi_worker_mode():
        if dataset.options().experimental_distribute.auto_shard:
            return None
    return data.infer_steps_for_dataset(dataset, None, epochs=epochs, steps_name=steps_name)


def _in_the_scope_of_its_strategy(iterate: Callable[..., Any]) -> Callable[..., Any]:
    """A loop over the data that a model's strategy, if it has one, sees as its own."""

    @functools.wraps(iterate)
    def iterated(
        model: Model, inputs: NestedTensors, targets: Any = None, *rest: Any, mode: str = "train", **options: Any
    ) -> Any:
        if model._distribution_strategy is None:
            return iterate(model, inputs, targets, *rest, mode=mode, **options)
        with _distributed().distributed_scope(model, mode):
            return iterate(model, inputs, targets, *rest, mode=mode, **options)

    return iterated


@_in_the_scope_of_its_strategy
def model_iteration(
    model: Any,
    inputs: list[Any],
    targets: Any = None,
    sample_weights: Any = None,
    batch_size: int | None = None,
    epochs: int = 1,
    verbose: int = 1,
    callbacks: Any = None,
    val_inputs: Any = None,
    val_targets: Any = None,
    val_sample_weights: Any = None,
    shuffle: Any = True,
    initial_epoch: int = 0,
    steps_per_epoch: int | None = None,
    validation_steps: int | None = None,
    validation_freq: Any = 1,
    mode: str = "train",
    validation_in_fit: bool = False,
    prepared_feed_values_from_dataset: bool = False,
    steps_name: str = "steps",
    **kwargs: Any,
) -> Any:
    """Goes over the data, epoch by epoch; what `fit`, `evaluate` and `predict` do.

    Returns:
      The history of a training; the results of a test; the outputs of a prediction.
    """
    strategy = model._distribution_strategy
    reset_dataset = False
    input_iterator = None
    from_dataset = data.is_dataset(inputs)
    if from_dataset:
        if steps_per_epoch is None:
            reset_dataset = True
            steps_per_epoch = _steps_of(model, inputs, epochs, steps_name)
        input_iterator = _started(inputs, strategy)
    use_steps = from_dataset or steps_per_epoch is not None
    do_validation = val_inputs is not None
    if validation_in_fit and prepared_feed_values_from_dataset:
        ins = inputs
    else:
        ins = _feed_values(model, input_iterator or inputs, targets, sample_weights, mode)
    if from_dataset or steps_per_epoch:
        samples: Any = steps_per_epoch
    else:
        samples = data.check_num_samples(ins, batch_size, steps_per_epoch, "steps_per_epoch")
    _update_sample_weight_mode(model, mode, ins)
    if strategy is None:
        function = model._make_execution_function(mode)
    else:
        function = _distributed().make_execution_function(model, mode)
    val_iterator = None
    if data.is_dataset(val_inputs):
        if validation_steps is None:
            validation_steps = _steps_of(model, val_inputs, epochs, "validation_steps")
        val_iterator = _started(val_inputs, strategy)
        val_inputs = _feed_values(model, val_iterator, val_targets, val_sample_weights, "test")
        val_samples: Any = validation_steps
    else:
        val_samples = (val_inputs and nest.flatten(val_inputs)[0].shape[0]) or None
    if mode == "train" and verbose:
        what = "steps" if from_dataset else "samples"
        validated = f", validate on {val_samples} {what}" if val_samples else ""
        print(f"Train on {samples} {what}{validated}")
    callbacks = cbks.configure_callbacks(
        callbacks,
        model,
        do_validation=do_validation,
        batch_size=batch_size,
        epochs=epochs,
        steps_per_epoch=steps_per_epoch,
        samples=samples,
        verbose=0,
        mode=mode,
    )
    progress = cbks.ProgbarLogger("steps" if use_steps else "samples", stateful_metrics=model.metrics_names[1:])
    progress.params = callbacks.params
    progress.params["verbose"] = verbose
    kind = OutputsAggregator if mode == "predict" else MetricsAggregator
    aggregator = kind(use_steps, num_samples=None if steps_per_epoch else samples, steps=steps_per_epoch)
    if model._compile_distribution:
        _distributed().copy_weights(model, mode)
    callbacks.model.stop_training = False
    callbacks._call_begin_hook(mode)
    progress.on_train_begin()
    initial_epoch = model._first_epoch(initial_epoch, mode)
    # What nobody watches is not told: most of what a small step costs is its surroundings.
    shown = bool(verbose)
    watched = bool(callbacks.callbacks) or shown
    results: Any = None
    batches = None if use_steps else _Batches(model, ins, mode, samples if batch_size is None else batch_size, shuffle)
    for epoch in range(initial_epoch, epochs):
        if callbacks.model.stop_training:
            break
        epoch_logs: dict[str, Any] = {}
        model.reset_metrics()
        if mode == "train":
            callbacks.on_epoch_begin(epoch, epoch_logs)
        if shown:
            progress.on_epoch_begin(epoch, epoch_logs)
        if batches is None:
            step = 0
            while steps_per_epoch is None or step < steps_per_epoch:
                logs: dict[str, Any] = {"batch": step, "size": 1}
                callbacks._call_batch_hook(mode, "begin", step, logs)
                if shown:
                    progress.on_batch_begin(step, logs)
                try:
                    outs = function(ins)
                except errors.OutOfRangeError:
                    if from_dataset and not steps_per_epoch:
                        if step > 0:  # its length is known from now on
                            steps_per_epoch = aggregator.steps = step
                            if mode == "train" and shown:
                                progress.params["steps"] = step
                                progress.progbar.target = step
                    else:
                        callbacks.model.stop_training = True
                        _out_of_data(
                            steps_name, (steps_per_epoch or 0) * epochs, "dataset" if from_dataset else "iterator"
                        )
                    break
                outs = outs if isinstance(outs, list) else [outs]
                if strategy is not None and mode == "predict":
                    outs = _distributed().joined_outputs(strategy, model, outs)
                if step == 0:
                    aggregator.create(outs)
                aggregator.aggregate(outs)
                logs = cbks.make_logs(model, logs, outs, mode)
                callbacks._call_batch_hook(mode, "end", step, logs)
                if shown:
                    progress.on_batch_end(step, logs)
                step += 1
                if callbacks.model.stop_training:
                    break
        else:
            order = batches.order(samples)
            size = batches.batch_size
            if size == 0:
                raise ZeroDivisionError("float division by zero")  # 1.15 divides by it
            starts = range(0, samples, size)
            for number, start in enumerate(starts):
                end = min(samples, start + size)
                batch = batches.at(order[start:end], len(starts) == 1)
                if watched:
                    logs = {"batch": number, "size": end - start}
                    callbacks._call_batch_hook(mode, "begin", number, logs)
                    if shown:
                        progress.on_batch_begin(number, logs)
                outs = function(batch)
                outs = outs if isinstance(outs, list) else [outs]
                if number == 0:
                    aggregator.create(outs)
                aggregator.aggregate(outs, start, end)
                if watched:
                    logs = cbks.make_logs(model, logs, outs, mode)
                    callbacks._call_batch_hook(mode, "end", number, logs)
                    if shown:
                        progress.on_batch_end(number, logs)
                    if callbacks.model.stop_training:
                        break
        aggregator.finalize()
        results = aggregator.results
        epoch_logs = cbks.make_logs(model, epoch_logs, results, mode)
        if len(results) == 1:
            results = results[0]
        if do_validation and data.should_run_validation(validation_freq, epoch) and not callbacks.model.stop_training:
            if model._compile_distribution:
                _distributed().copy_weights(model, mode, back=True)
            found = model_iteration(
                model,
                val_inputs,
                targets=val_targets,
                sample_weights=val_sample_weights,
                batch_size=batch_size,
                steps_per_epoch=validation_steps,
                callbacks=callbacks,
                verbose=0,
                mode="test",
                validation_in_fit=True,
                prepared_feed_values_from_dataset=val_iterator is not None,
                steps_name="validation_steps",
            )
            found = found if isinstance(found, list) else [found]
            epoch_logs = cbks.make_logs(model, epoch_logs, found, mode, prefix="val_")
            if val_iterator and epoch < epochs - 1:
                _start_again(val_iterator, strategy)
        if mode == "train":
            callbacks.on_epoch_end(epoch, epoch_logs)
        if shown:
            progress.on_epoch_end(epoch, epoch_logs)
        if reset_dataset and epoch < epochs - 1:
            _start_again(input_iterator, strategy)
    callbacks._call_end_hook(mode)
    if model._compile_distribution:
        _distributed().copy_weights(model, mode, back=True)
    return model.history if mode == "train" else results
