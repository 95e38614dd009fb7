"""`Model`: a network that is compiled, trained, evaluated, asked for predictions, and saved.

What `compile` makes is in `training_compile.py`, how data is looked at in `training_inputs.py`, and the loops over batches in
`training_arrays.py` and `training_generator.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.keras.backend.sessions import symbolic_learning_phase
from penstock.keras.engine import training_arrays, training_generator
from penstock.keras.engine.training_data import ModelInputs
from penstock.keras.engine.training_inputs import InputStandardization
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.callbacks.base import Callback


def _alone(outputs: list[Any]) -> Any:
    return outputs[0] if len(outputs) == 1 else outputs


@export("keras.Model", "keras.models.Model")
class Model(InputStandardization):
    """Layers that are trained together.

    Args:
      inputs: the input or a list of inputs, made by `tf.keras.Input`.
      outputs: the output or a list of outputs.
      name: a name.

    Without arguments, a subclass makes its layers in `__init__` and calls them in `call(inputs, training=None)`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = tf.keras.Input(shape=(2,))
    >>> model = tf.keras.Model(x, tf.keras.layers.Dense(1, kernel_initializer="ones")(x))
    >>> model.compile("sgd", loss="mse")
    >>> float(model.evaluate(np.ones([4, 2]), np.ones([4, 1]), verbose=0))
    1.0
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._run_eagerly = None
        self.history: Any = None
        self.stop_training = False

    @property
    def run_eagerly(self) -> bool:
        """False: models run as graphs."""
        return False

    @run_eagerly.setter
    def run_eagerly(self, value: bool | None) -> None:
        if value:
            raise ValueError("You can only set `run_eagerly=True` if eager execution is enabled.")

    def _get_callback_model(self) -> Any:
        return self._replicated_model or getattr(self, "callback_model", None) or self

    def get_weights(self) -> list[Any]:
        """The values of the weights."""
        strategy = self._distribution_strategy or self._compile_time_distribution_strategy
        if strategy is None:
            return super().get_weights()
        with strategy.scope():
            return super().get_weights()

    def _loops(self, x: Any) -> Any:
        """The module that has the loops for a model: those for strategies, if it was compiled under one."""
        training_arrays.refuse_iterator(x)
        if self._distribution_strategy is None:
            return training_arrays
        from penstock.keras.engine import training_distributed

        return training_distributed

    def _refuse_strategy(self, method: str, how: str = "models compiled") -> None:
        if self._distribution_strategy is not None:
            raise NotImplementedError(f"`{method}` is not supported for {how} with tf.distribute.Strategy.")

    # -- whole data ---------------------------------------------------------------------------------------------------------

    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: int = 1,
        callbacks: Sequence[Callback] | None = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: bool | str = True,
        class_weight: Mapping[Any, Any] | None = None,
        sample_weight: Any = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_freq: Any = 1,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        **kwargs: Any,
    ) -> Any:
        """Trains the model.

        Args:
          x: arrays, tensors, a `tf.data.Dataset`, a generator or a `tf.keras.utils.Sequence`.
          y: the targets, if they are not part of `x`.
          batch_size: the number of samples in a step, 32 by default.
          epochs: how often to go over the data; `initial_epoch` is the first.
          verbose: 0 for silence, 1 for a progress bar, 2 for a line an epoch.
          callbacks: a list of `tf.keras.callbacks.Callback`.
          validation_split: the part of the arrays, at their end, that is used for validation.
          validation_data: (x, y) or (x, y, weights of samples), or a data set, for validation.
          shuffle: whether to shuffle the arrays before an epoch; "batch" to shuffle whole batches.
          class_weight: a dictionary from classes to the weights of their samples.
          sample_weight: the weights of samples.
          initial_epoch: the number of the first epoch.
          steps_per_epoch, validation_steps: the numbers of steps, where the data does not tell.
          validation_freq: every how many epochs to validate, or a list of epochs.
          max_queue_size, workers, use_multiprocessing: how generators and sequences are read ahead.

        Returns:
          A `History`, whose `history` has the losses and metrics of all epochs.

        Raises:
          RuntimeError: the model was not compiled.
          ValueError: the data does not fit the model.
        """
        if "nb_epoch" in kwargs:
            logging.warning("The `nb_epoch` argument in `fit` has been renamed `epochs`.")
            epochs = kwargs.pop("nb_epoch")
        if kwargs:
            raise TypeError(f"Unrecognized keyword arguments: {kwargs}")
        self._assert_compile_was_called()
        self._check_call_args("fit")
        common: dict[str, Any] = {
            "epochs": epochs,
            "verbose": verbose,
            "callbacks": callbacks,
            "validation_data": validation_data,
            "shuffle": shuffle,
            "class_weight": class_weight,
            "initial_epoch": initial_epoch,
            "steps_per_epoch": steps_per_epoch,
            "validation_steps": validation_steps,
            "validation_freq": validation_freq,
        }
        if training_generator.is_generator_or_sequence(x) and self._distribution_strategy is None:
            self._validate_or_infer_batch_size(batch_size, steps_per_epoch, x)
            training_generator.check_generator_arguments(y, sample_weight, validation_split)
            return training_generator.model_iteration(
                self,
                x,
                **common,
                max_queue_size=max_queue_size,
                workers=workers,
                use_multiprocessing=use_multiprocessing,
                mode="train",
                steps_name="steps_per_epoch",
            )
        return self._loops(x).fit(
            self, x, y, batch_size, validation_split=validation_split, sample_weight=sample_weight, **common
        )

    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        verbose: int = 1,
        sample_weight: Any = None,
        steps: int | None = None,
        callbacks: Sequence[Callback] | None = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> Any:
        """The loss and the metrics for data; see `fit` for the arguments.

        Returns:
          The loss, or a list with the loss and the metrics, as `metrics_names` names them.
        """
        self._assert_compile_was_called()
        self._check_call_args("evaluate")
        if training_generator.is_generator_or_sequence(x) and self._distribution_strategy is None:
            self._validate_or_infer_batch_size(batch_size, steps, x)
            training_generator.check_generator_arguments(y, sample_weight)
            return self.evaluate_generator(x, steps, callbacks, max_queue_size, workers, use_multiprocessing, verbose)
        return self._loops(x).evaluate(self, x, y, batch_size, verbose, sample_weight, steps, callbacks)

    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: int = 0,
        steps: int | None = None,
        callbacks: Sequence[Callback] | None = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> Any:
        """The outputs for data, as an array or a list of arrays; see `fit` for the arguments."""
        self._check_call_args("predict")
        if training_generator.is_generator_or_sequence(x) and self._distribution_strategy is None:
            self._validate_or_infer_batch_size(batch_size, steps, x)
            return self.predict_generator(x, steps, callbacks, max_queue_size, workers, use_multiprocessing, verbose)
        return self._loops(x).predict(self, x, batch_size, verbose, steps, callbacks)

    # -- single batches -------------------------------------------------------------------------------------------------------

    def train_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Mapping[Any, Any] | None = None,
        reset_metrics: bool = True,
    ) -> Any:
        """Makes one step of training.

        Args:
          x, y: the batch.
          sample_weight: the weights of samples.
          class_weight: a dictionary from classes to the weights of their samples.
          reset_metrics: whether metrics begin anew; else they are means over all batches so far.

        Returns:
          The loss, or a list with the loss and the metrics.
        """
        self._assert_compile_was_called()
        self._check_call_args("train_on_batch")
        self._refuse_strategy("train_on_batch", "models distributed")
        x, y, weights = self._standardize_user_data(
            x, y, sample_weight=sample_weight, class_weight=class_weight, extract_tensors_from_dataset=True
        )
        ins = ModelInputs(x).as_list() + (y or []) + (weights or [])
        if not isinstance(symbolic_learning_phase(), int):
            ins = [*ins, True]
        self._update_sample_weight_modes(sample_weights=weights)
        self._make_train_function()
        outputs = self.train_function(ins)
        if reset_metrics:
            self.reset_metrics()
        return _alone(outputs)

    def test_on_batch(self, x: Any, y: Any = None, sample_weight: Any = None, reset_metrics: bool = True) -> Any:
        """The loss, or a list with the loss and the metrics, for one batch; see `train_on_batch`."""
        self._assert_compile_was_called()
        self._check_call_args("test_on_batch")
        self._refuse_strategy("test_on_batch", "models distributed")
        x, y, weights = self._standardize_user_data(
            x, y, sample_weight=sample_weight, extract_tensors_from_dataset=True
        )
        ins = ModelInputs(x).as_list() + (y or []) + (weights or [])
        self._update_sample_weight_modes(sample_weights=weights)
        self._make_test_function()
        outputs = self.test_function(ins)
        if reset_metrics:
            self.reset_metrics()
        return _alone(outputs)

    def predict_on_batch(self, x: Any) -> Any:
        """The outputs for one batch."""
        self._check_call_args("predict_on_batch")
        self._refuse_strategy("predict_on_batch", "models distributed")
        inputs, _, _ = self._standardize_user_data(x, extract_tensors_from_dataset=True)
        self._make_predict_function()
        return _alone(self.predict_function(ModelInputs(inputs).as_list()))

    # -- generators -----------------------------------------------------------------------------------------------------------

    def fit_generator(
        self,
        generator: Any,
        steps_per_epoch: int | None = None,
        epochs: int = 1,
        verbose: int = 1,
        callbacks: Sequence[Callback] | None = None,
        validation_data: Any = None,
        validation_steps: int | None = None,
        validation_freq: Any = 1,
        class_weight: Mapping[Any, Any] | None = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        shuffle: bool = True,
        initial_epoch: int = 0,
    ) -> Any:
        """Trains the model with batches of a generator or a `tf.keras.utils.Sequence`; see `fit` for the arguments."""
        self._refuse_strategy("fit_generator")
        self._check_call_args("fit_generator")
        return training_generator.model_iteration(
            self,
            generator,
            steps_per_epoch=steps_per_epoch,
            epochs=epochs,
            verbose=verbose,
            callbacks=callbacks,
            validation_data=validation_data,
            validation_steps=validation_steps,
            validation_freq=validation_freq,
            class_weight=class_weight,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            shuffle=shuffle,
            initial_epoch=initial_epoch,
            mode="train",
            steps_name="steps_per_epoch",
        )

    def evaluate_generator(
        self,
        generator: Any,
        steps: int | None = None,
        callbacks: Sequence[Callback] | None = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: int = 0,
    ) -> Any:
        """The loss and the metrics for batches of a generator or a `tf.keras.utils.Sequence`; see `fit`."""
        self._refuse_strategy("evaluate_generator")
        self._check_call_args("evaluate_generator")
        return training_generator.model_iteration(
            self,
            generator,
            steps_per_epoch=steps,
            callbacks=callbacks,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            verbose=verbose,
            shuffle=False,
            mode="test",
        )

    def predict_generator(
        self,
        generator: Any,
        steps: int | None = None,
        callbacks: Sequence[Callback] | None = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: int = 0,
    ) -> Any:
        """The outputs for batches of a generator or a `tf.keras.utils.Sequence`; see `fit`."""
        self._refuse_strategy("predict_generator")
        return training_generator.model_iteration(
            self,
            generator,
            steps_per_epoch=steps,
            callbacks=callbacks,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            verbose=verbose,
            shuffle=False,
            mode="predict",
        )
