"""The loop over batches of Python generators and of `tf.keras.utils.Sequence`, which workers read ahead."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import nest
from penstock.keras.callbacks import base as cbks
from penstock.keras.engine import training_data
from penstock.keras.engine.aggregators import MetricsAggregator, OutputsAggregator
from penstock.keras.utils.enqueuers import GeneratorEnqueuer, OrderedEnqueuer, Sequence, iter_sequence_infinite
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


def is_generator_or_sequence(x: Any) -> bool:
    """Whether it gives batches one by one: a generator, a Python iterator, or a `Sequence`."""
    known = (str, list, tuple, dict, set, np.ndarray)
    if x is None or isinstance(x, known) or training_data.is_dataset(x) or training_data.is_iterator(x):
        return False
    return inspect.isgenerator(x) or isinstance(x, (Sequence, Iterator))


def check_generator_arguments(y: Any = None, sample_weight: Any = None, validation_split: Any = None) -> None:
    """Raises ValueError for arguments that a generator has in itself."""
    if y is not None:
        raise ValueError(
            "`y` argument is not supported when data isa generator or Sequence instance. Instead pass targets as the second "
            "element of the generator."
        )
    if sample_weight is not None:
        raise ValueError(
            "`sample_weight` argument is not supported when data isa generator or Sequence instance. Instead pass sample "
            "weights as the third element of the generator."
        )
    if validation_split:
        raise ValueError("If your data is in the form of a Python generator, you cannot use `validation_split`.")


def _next_batch(generator: Any) -> tuple | None:
    try:
        found = next(generator)
    except StopIteration:
        return None
    if not isinstance(found, tuple):
        found = (found,)
    if len(found) not in (1, 2, 3):
        raise ValueError(
            "Output of generator should be a tuple of 1 or 2 or 3 elements: (input,) or (input, target) or (input, target, "
            f"sample_weights). Received {found}"
        )
    return found


def _check_arguments(generator: Any, multiprocessing: bool, workers: int, steps: int, mode: str) -> None:
    if not isinstance(generator, Sequence) and multiprocessing and workers > 1:
        logging.warning(
            UserWarning(
                "Using a generator with `use_multiprocessing=True` and multiple workers may duplicate your data. Please "
                "consider using the `keras.utils.Sequence` class."
            )
        )
    if steps is None:
        name = "steps_per_epoch" if mode == "train" else "steps"
        raise ValueError(f"Please specify the number of steps via the `{name}` argument.")


def _as_generator(
    source: Any, batch_size: int | None, steps: int | None, epochs: int, shuffle: bool
) -> tuple[Any, Any]:
    """Batches of validation data, whatever it is, and the number of steps."""
    if isinstance(source, tuple):
        source = tuple(part for part in source if any(e is not None for e in nest.flatten(part)))
    if is_generator_or_sequence(source):
        if isinstance(source, Sequence) and steps is None:
            steps = len(source)
        return source, steps
    if training_data.is_dataset(source):
        return _read_dataset(source), steps
    samples = int(nest.flatten(source)[0].shape[0])
    if batch_size is None:
        raise ValueError(
            "When passing input data as arrays, do not specify `steps_per_epoch`/`steps` argument. Please use `batch_size` "
            "instead."
        )

    def batches() -> Iterator[Any]:
        order = np.arange(samples)
        for _ in range(epochs):
            if shuffle:
                np.random.shuffle(order)
            for start in range(0, samples, batch_size):
                parts = [x[order[start : start + batch_size]] for x in nest.flatten(source)]
                yield nest.pack_sequence_as(source, parts)

    return batches(), math.ceil(samples / batch_size)


def _read_dataset(dataset: Any) -> Iterator[Any]:
    """The batches of a data set as arrays."""
    from penstock._namespace import find
    from penstock.graph import errors

    element = training_data.get_iterator(dataset).get_next()
    session = find("keras.backend.get_session")(nest.flatten(element))
    while True:
        try:
            yield session.run(element)
        except errors.OutOfRangeError:
            return


def _read_ahead(generator: Any, workers: int, multiprocessing: bool, size: int, shuffle: bool) -> tuple[Any, Any]:
    """The batches, and what reads them ahead."""
    sequence = isinstance(generator, Sequence)
    if workers <= 0:
        return (iter_sequence_infinite(generator) if sequence else generator), None
    enqueuer: Any
    if sequence:
        enqueuer = OrderedEnqueuer(generator, use_multiprocessing=multiprocessing, shuffle=shuffle)
    else:
        enqueuer = GeneratorEnqueuer(generator, use_multiprocessing=multiprocessing)
    enqueuer.start(workers=workers, max_queue_size=size)
    return enqueuer.get(), enqueuer


def _step(model: Model, mode: str, class_weight: Mapping[Any, Any]) -> Callable:
    if mode == "train":
        return functools.partial(model.train_on_batch, class_weight=class_weight, reset_metrics=False)
    if mode == "test":
        return functools.partial(model.test_on_batch, reset_metrics=False)
    return lambda x, y=None, sample_weights=None: model.predict_on_batch(x)


def model_iteration(
    model: Any,
    data: Any,
    steps_per_epoch: int | None = None,
    epochs: int = 1,
    verbose: int = 1,
    callbacks: Any = None,
    validation_data: Any = None,
    validation_steps: int | None = None,
    validation_freq: Any = 1,
    class_weight: Any = None,
    max_queue_size: int = 10,
    workers: int = 1,
    use_multiprocessing: bool = False,
    shuffle: bool = False,
    initial_epoch: int = 0,
    mode: str = "train",
    batch_size: int | None = None,
    steps_name: str = "steps",
    **kwargs: Any,
) -> Any:
    """Goes over the batches, epoch by epoch; what `fit_generator`, `evaluate_generator` and `predict_generator` do.

    Returns:
      The history of a training; the results of a test; the outputs of a prediction.
    """
    from_dataset = training_data.is_dataset(data)
    if from_dataset and steps_per_epoch is None:
        steps_per_epoch = training_data.infer_steps_for_dataset(data, None, epochs=epochs, steps_name=steps_name)
    original = data
    generator, steps_per_epoch = _as_generator(data, batch_size, steps_per_epoch, epochs - initial_epoch, shuffle)
    do_validation = validation_data is not None
    if not from_dataset:
        _check_arguments(generator, use_multiprocessing, workers, steps_per_epoch, mode)
    if is_generator_or_sequence(validation_data) and not isinstance(validation_data, Sequence) and not validation_steps:
        raise ValueError("Please specify the `validation_steps` argument.")
    step_function = _step(model, mode, class_weight)
    enqueuer = None
    if not from_dataset:
        generator, enqueuer = _read_ahead(generator, workers, use_multiprocessing, max_queue_size, shuffle)
    flat = nest.flatten(original) if isinstance(original, (tuple, list)) else [original]
    use_steps = not hasattr(flat[0], "shape")
    samples = steps_per_epoch if use_steps else int(flat[0].shape[0])
    callbacks = cbks.configure_callbacks(
        callbacks,
        model,
        do_validation=do_validation,
        epochs=epochs,
        steps_per_epoch=steps_per_epoch,
        batch_size=batch_size,
        samples=samples,
        verbose=0,
        mode=mode,
    )
    progress = cbks.ProgbarLogger("steps" if use_steps else "samples", stateful_metrics=model.metrics_names[1:])
    progress.params = callbacks.params
    progress.params["verbose"] = verbose
    kind = OutputsAggregator if mode == "predict" else MetricsAggregator
    aggregator = kind(True, steps=steps_per_epoch)
    callbacks.model.stop_training = False
    callbacks._call_begin_hook(mode)
    progress.on_train_begin()
    results: Any = None
    try:
        for epoch in range(initial_epoch, epochs):
            if callbacks.model.stop_training:
                break
            model.reset_metrics()
            epoch_logs: dict[str, Any] = {}
            if mode == "train":
                callbacks.on_epoch_begin(epoch, epoch_logs)
            progress.on_epoch_begin(epoch, epoch_logs)
            step = 0
            while steps_per_epoch is None or step < steps_per_epoch:
                batch = _next_batch(generator)
                if batch is None:
                    if from_dataset and not steps_per_epoch and step > 0:
                        steps_per_epoch = aggregator.steps = step
                    else:
                        callbacks.model.stop_training = True
                        logging.warning(
                            "Your dataset iterator ran out of data; interrupting training. Make sure that your iterator can "
                            f"generate at least `{steps_name} * epochs` batches (in this case, "
                            f"{(steps_per_epoch or 0) * epochs} batches). You may need touse the repeat() function when "
                            "building your dataset."
                        )
                    break
                size = int(nest.flatten(batch)[0].shape[0])
                logs: dict[str, Any] = {"batch": step, "size": size}
                callbacks._call_batch_hook(mode, "begin", step, logs)
                progress.on_batch_begin(step, logs)
                deferred = not model._is_compiled
                outs = step_function(*batch)
                outs = outs if isinstance(outs, list) else [outs]
                if step == 0:
                    aggregator.create(outs)
                    if deferred:  # the names of metrics are known only now
                        cbks.set_callback_parameters(
                            callbacks,
                            model,
                            do_validation=do_validation,
                            batch_size=size,
                            epochs=epochs,
                            steps_per_epoch=steps_per_epoch,
                            samples=samples,
                            verbose=verbose,
                            mode=mode,
                        )
                        progress.params = callbacks.params
                        progress.params["verbose"] = verbose
                aggregator.aggregate(outs)
                logs = cbks.make_logs(model, logs, outs, mode)
                callbacks._call_batch_hook(mode, "end", step, logs)
                progress.on_batch_end(step, logs)
                step += 1
                if callbacks.model.stop_training:
                    break
            aggregator.finalize()
            results = aggregator.results
            epoch_logs = cbks.make_logs(model, epoch_logs, results, mode)
            if len(results) == 1:
                results = results[0]
            if (
                do_validation
                and training_data.should_run_validation(validation_freq, epoch)
                and not callbacks.model.stop_training
            ):
                found = model_iteration(
                    model,
                    validation_data,
                    steps_per_epoch=validation_steps,
                    batch_size=size,
                    class_weight=class_weight,
                    workers=workers,
                    use_multiprocessing=use_multiprocessing,
                    max_queue_size=max_queue_size,
                    callbacks=callbacks,
                    verbose=verbose,
                    mode="test",
                    steps_name="validation_steps",
                )
                found = found if isinstance(found, list) else [found]
                epoch_logs = cbks.make_logs(model, epoch_logs, found, mode, prefix="val_")
            if mode == "train":
                callbacks.on_epoch_end(epoch, epoch_logs)
            progress.on_epoch_end(epoch, epoch_logs)
            if from_dataset and epoch < epochs - 1:
                generator = _read_dataset(original)
        callbacks._call_end_hook(mode)
    finally:
        if enqueuer is not None:
            enqueuer.stop()
    return model.history if mode == "train" else results
