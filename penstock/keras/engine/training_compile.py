"""`compile` of a model: the graph of its losses and metrics, and the functions that run its steps.

The order in which operations are made is that of 1.15, since seeds that nobody gave follow from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph import replication
from penstock.graph.graph import name_scope
from penstock.graph.typing import DTypeLike
from penstock.keras.backend.sessions import create_distributed_session, symbolic_learning_phase
from penstock.keras.engine import base_layer_utils
from penstock.keras.engine import training_endpoints as endpoints
from penstock.keras.engine.attributes import filter_empty_layer_containers
from penstock.keras.engine.network import Network
from penstock.keras.utils import losses_utils
from penstock.keras.utils.losses_utils import ReductionV2
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _weights_with_mask(mask: Tensor, weights: Any, dtype: DTypeLike) -> Any:
    """The weights of samples, 0 where the mask is False."""
    if mask is None:
        return weights
    mask = find("cast")(mask, dtype)
    if weights is None:
        return mask
    mask, _, weights = losses_utils.squeeze_or_expand_dimensions(mask, sample_weight=weights)
    return weights * mask


class Compilation(Network):
    """The part of a model that `compile` makes."""

    loss_functions: list[Any]
    # The strategy that trains the model, and whether `compile` was given it rather than called in its scope.
    _distribution_strategy: Any = None
    _compile_time_distribution_strategy: Any = None
    _compile_distribution = False
    _replicated_model: Any = None
    _training_state: Any = None  # of a worker, while `ModelCheckpoint` keeps it
    _training_endpoints: list[endpoints.TrainingEndpoint]

    @base_layer_utils.no_automatic_dependency_tracking
    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss: Any = None,
        metrics: Any = None,
        loss_weights: Any = None,
        sample_weight_mode: Any = None,
        weighted_metrics: Any = None,
        target_tensors: Any = None,
        distribute: Any = None,
        **kwargs: Any,
    ) -> None:
        """Says how the model is trained.

        Args:
          optimizer: an optimizer or its name.
          loss: a loss, its name or a function of targets and predictions; for several outputs a list or dictionary of them.
          metrics: a list of metrics by name, function or object; for several outputs a dictionary or a list of lists.
          loss_weights: a list or dictionary of factors of the outputs' losses.
          sample_weight_mode: "temporal" for a weight of each time step, None for one of each sample; also a list or
            dictionary of these.
          weighted_metrics: metrics that take the weights of samples into account.
          target_tensors: tensors to use as targets instead of placeholders.
          distribute: a strategy, whose replicas get copies of the model; deprecated, compile in its scope instead.
          **kwargs: arguments of the functions that run steps: `fetches`, `options`, `run_metadata`.

        Raises:
          ValueError: an argument does not fit the outputs.
        """
        if kwargs.pop("run_eagerly", None):
            raise ValueError("You can only set `run_eagerly=True` if eager execution is enabled.")
        kwargs.pop("experimental_run_tf_function", None)
        self._set_optimizer(optimizer)
        strategy = self._choose_strategy(distribute)
        if strategy is not None:
            from penstock.keras.engine import training_distributed

            training_distributed.validate_compile(self, sample_weight_mode, target_tensors, weighted_metrics)
        if hasattr(self.optimizer, "_checkpoint_dependencies"):
            self._track_trackable(self.optimizer, name="optimizer", overwrite=True)
        self.loss = loss or {}
        self.loss_weights = loss_weights
        self.sample_weight_mode = sample_weight_mode
        self._compile_metrics = metrics or []
        self._compile_weighted_metrics = weighted_metrics
        self._training_endpoints = []
        self._compiled_trainable_state = self._get_trainable_state()
        self._compile_metric_functions: list[Any] = []
        self._distributed_models: dict[str, Any] = {}
        self._replicated_model = None
        if strategy is not None:
            create_distributed_session(strategy)
        if not self.built or not self.inputs or not self.outputs:
            return  # when the first data tells what the inputs are
        self._is_compiled = True
        self.loss_functions = endpoints.prepare_loss_functions(self.loss, self.output_names)
        targets = endpoints.target_tensors_by_output(target_tensors, self.output_names)
        for output, name, function, target in zip(self.outputs, self.output_names, self.loss_functions, targets):
            endpoint = endpoints.TrainingEndpoint(output, name, function)
            endpoint.create_training_target(target)
            self._training_endpoints.append(endpoint)
        endpoints.prepare_loss_weights(self._training_endpoints, loss_weights)
        self._cache_output_metric_attributes(metrics, weighted_metrics)
        self._set_metric_attributes()
        self._handle_metrics(self._per_output_metrics, self._prepare_output_masks())
        endpoints.prepare_sample_weight_modes(self._training_endpoints, sample_weight_mode)
        self._compile_weights_loss_and_weighted_metrics()
        self._function_kwargs = kwargs
        self.train_function: Any = None
        self.test_function: Any = None
        self.predict_function: Any = None
        self._collected_trainable_weights = self._unique_trainable_weights
        if strategy is not None and not self._compile_distribution:
            training_distributed.validate_variables(self, strategy)

    def _choose_strategy(self, distribute: Any) -> Any:
        """Keeps the strategy under which the model is compiled, and returns it; None for none, and in a replica."""
        within = replication.current()
        self._compile_time_distribution_strategy = within.strategy if within else None
        if distribute is not None:
            logging.warning(
                "Distribute argument in compile is deprecated please create the model under the distribution strategy scope."
            )
            self._distribution_strategy = distribute
            self._compile_distribution = True
        elif within and within.replica_context is None:
            self._distribution_strategy = within.strategy
        return self._distribution_strategy

    def _first_epoch(self, initial_epoch: int, mode: str) -> int:
        """The epoch that `fit` begins with: the given one, or that after which a worker that failed is to go on."""
        state = self._training_state
        return initial_epoch if state is None or mode != "train" else state.next_epoch(initial_epoch)

    def _in_multi_worker_mode(self) -> bool:
        """Whether this process trains the model as a task of a cluster."""
        within = replication.current()
        strategy = self._distribution_strategy or (within.strategy if within else None)
        return strategy is not None and strategy._in_multi_worker_mode()

    def _set_optimizer(self, optimizer: Any) -> None:
        several = isinstance(optimizer, (list, tuple))
        get = find("keras.optimizers.get")
        self.optimizer = [get(o) for o in optimizer] if several else get(optimizer)

    def _assert_compile_was_called(self) -> None:
        if not self.optimizer:
            raise RuntimeError(
                "You must compile your model before training/testing. Use `model.compile(optimizer, loss)`."
            )

    # -- weights of samples, and the loss ---------------------------------------------------------------------------------

    def _update_sample_weight_modes(self, sample_weights: Any = None) -> None:
        if not self._is_compiled:
            return
        weighted = bool(sample_weights) and any(s is not None for s in sample_weights)
        for endpoint in self._training_endpoints:
            endpoint.sample_weight_mode = (endpoint.sample_weight_mode or "samplewise") if weighted else None

    def _recompile_weights_loss_and_weighted_metrics(self) -> bool:
        """Makes the loss anew if weights of samples came or went."""
        if not self._is_compiled:
            return False
        wanted = any([e.sample_weights_mismatch() for e in self._training_endpoints])
        if wanted:
            self._compile_weights_loss_and_weighted_metrics()
        return wanted

    @base_layer_utils.no_automatic_dependency_tracking
    def _compile_weights_loss_and_weighted_metrics(self, sample_weights: Any = None) -> None:
        if sample_weights is not None:
            self._update_sample_weight_modes(sample_weights)
            if len(sample_weights) != len(self._training_endpoints):
                raise ValueError(
                    "Provided sample weights must have same length as the number of outputs. Expected: "
                    f"{len(self._training_endpoints)}, got: {len(sample_weights)}."
                )
        for endpoint, weight in zip(self._training_endpoints, sample_weights or [None] * len(self._training_endpoints)):
            endpoint.populate_sample_weight(weight, endpoint.sample_weight_mode)
        masks = self._prepare_output_masks()
        self._handle_metrics(self._per_output_weighted_metrics, masks, self.sample_weights)
        self.total_loss = self._prepare_total_loss(masks)

    def _prepare_output_masks(self) -> list[Any]:
        return [getattr(x, "_keras_mask", None) for x in self.outputs]

    def _prepare_total_loss(self, masks: list[Any]) -> Any:
        """The sum of the outputs' losses with their weights, and of the losses that layers added."""
        total: Any = None
        with name_scope("loss"):
            for endpoint, mask in zip(self._training_endpoints, masks):
                if endpoint.should_skip_target():
                    continue
                loss = self._output_loss(endpoint, mask)
                if len(self.outputs) > 1:
                    endpoint.output_loss_metric(loss)
                reduction = getattr(endpoint.loss_fn, "reduction", ReductionV2.AUTO)
                if reduction in (ReductionV2.AUTO, ReductionV2.SUM_OVER_BATCH_SIZE):  # others are not means
                    loss = losses_utils.scale_loss_for_distribution(loss)
                total = endpoint.loss_weight * loss if total is None else total + endpoint.loss_weight * loss
            if total is None:
                if not self.losses:
                    raise ValueError("The model cannot be compiled because it has no loss to optimize.")
                total = 0.0
            added = self.get_losses_for(None) + self.get_losses_for(self.inputs)
            if added:
                total += losses_utils.scale_loss_for_distribution(find("add_n")(added))
        return total

    def _output_loss(self, endpoint: endpoints.TrainingEndpoint, mask: Tensor) -> Any:
        y_true, y_pred, function = endpoint.target, endpoint.output, endpoint.loss_fn
        with name_scope(endpoint.loss_name()):
            weight = _weights_with_mask(mask, endpoint.sample_weight, y_pred.dtype)
            if not hasattr(function, "reduction"):
                return function(y_true, y_pred, sample_weight=weight)
            per_sample = function.call(y_true, y_pred)
            weighted = losses_utils.compute_weighted_loss(per_sample, sample_weight=weight, reduction=ReductionV2.NONE)
            reduction = function.reduction
            if reduction == ReductionV2.AUTO:
                reduction = ReductionV2.SUM_OVER_BATCH_SIZE
            return losses_utils.reduce_weighted_loss(weighted, reduction=reduction)

    # -- metrics ------------------------------------------------------------------------------------------------------------

    @property
    def metrics(self) -> list[Any]:
        """The metrics of `compile`, those that were added, and those of the layers."""
        compiled = list(self._compile_metric_functions) if self._is_compiled else []
        return compiled + self._metrics + _get_metrics_from_layers(self._layers)

    @property
    def metrics_names(self) -> list[str]:
        """The names of the results of `evaluate`, `loss` first."""
        names = ["loss"]
        if self._is_compiled:
            if len(self._training_endpoints) > 1:
                names += [e.loss_name() for e in self._training_endpoints if not e.should_skip_target()]  # type: ignore[misc]
            names += [m.name for m in self._compile_metric_functions]
        for layer in self.layers:
            names += [m.name for m in layer._metrics]
        return names + [m.name for m in self._metrics]

    def _cache_output_metric_attributes(self, metrics: Any, weighted_metrics: Any) -> None:
        shapes = [None if x is None or x.shape.ndims is None else x.shape.as_list() for x in self.outputs]
        collect = endpoints.collect_per_output_metric_info
        self._per_output_metrics = collect(metrics, self.output_names, shapes, self.loss_functions)
        self._per_output_weighted_metrics = collect(
            weighted_metrics, self.output_names, shapes, self.loss_functions, is_weighted=True
        )

    def _named_metrics(self, metrics: dict[str, Any], output_index: int) -> dict[str, Any]:
        """Gives metrics names that no other result of the model has."""
        named = {}
        for name, metric in metrics.items():
            if len(self.output_names) > 1:
                name = f"{self.output_names[output_index]}_{name}"
            unique, number, taken = name, 1, self.metrics_names
            while unique in taken:
                unique = f"{name}_{number}"
                number += 1
            metric._name = unique
            named[unique] = metric
            self._compile_metric_functions.append(metric)
        return named

    def _set_metric_attributes(self) -> None:
        for i, endpoint in enumerate(self._training_endpoints):
            if not endpoint.should_skip_target():
                self._per_output_metrics[i] = self._named_metrics(self._per_output_metrics[i], i)
                self._per_output_weighted_metrics[i] = self._named_metrics(self._per_output_weighted_metrics[i], i)
        if len(self._training_endpoints) > 1:
            for endpoint in self._training_endpoints:
                if not endpoint.should_skip_target():
                    endpoint.output_loss_metric = find("keras.metrics.Mean")(name=endpoint.loss_name())

    def _handle_metrics(
        self, per_output: list[dict[str, Any]], masks: list[Any], weights: Sequence[Any] | None = None
    ) -> None:
        """Makes the operations of the outputs' metrics."""
        targets = iter(self._training_endpoints)
        with name_scope("metrics"):
            for i, (output, endpoint) in enumerate(zip(self.outputs, targets)):
                if endpoint.should_skip_target():
                    continue
                for name, metric in per_output[i].items():
                    with name_scope(name):
                        of_samples = _weights_with_mask(masks[i], weights[i] if weights else None, output.dtype)
                        metric(endpoint.target, output, sample_weight=of_samples)

    def _get_training_eval_metrics(self) -> list[Any]:
        found = [e.output_loss_metric for e in getattr(self, "_training_endpoints", ())]
        return [m for m in found if m is not None] + self.metrics

    def reset_metrics(self) -> None:
        """Lets all metrics begin anew."""
        for metric in self._get_training_eval_metrics():
            metric.reset_states()
        if self._distribution_strategy is not None:
            from penstock.keras.engine import training_distributed

            training_distributed.reset_metrics(self)

    # -- what is fed --------------------------------------------------------------------------------------------------------

    @property
    def _fed_endpoints(self) -> list[endpoints.TrainingEndpoint]:
        return [e for e in self._training_endpoints if e.has_feedable_training_target()]

    @property
    def _targets(self) -> list[Any]:
        return [e.target for e in self._training_endpoints]

    @property
    def _feed_targets(self) -> list[Any]:
        return [e.target for e in self._fed_endpoints]

    @property
    def _feed_output_names(self) -> list[str]:
        return [e.output_name for e in self._fed_endpoints]

    @property
    def _feed_output_shapes(self) -> list[Any]:
        return [e.feed_output_shape for e in self._fed_endpoints]

    @property
    def _feed_loss_fns(self) -> list[Any]:
        return [e.loss_fn for e in self._fed_endpoints]

    @property
    def sample_weights(self) -> list[Any]:
        """The weights of the samples of each output: placeholders, or None."""
        return [e.sample_weight for e in self._training_endpoints]

    @property
    def _sample_weight_modes(self) -> list[str | None]:
        return [e.sample_weight_mode for e in self._training_endpoints]

    @property
    def _feed_sample_weights(self) -> list[Any]:
        return [e.sample_weight for e in self._training_endpoints if e.sample_weight is not None]

    # -- the functions that run steps -----------------------------------------------------------------------------------------

    def _check_trainable_weights_consistency(self) -> None:
        if hasattr(self, "_collected_trainable_weights") and len(self._unique_trainable_weights) != len(
            self._collected_trainable_weights
        ):
            logging.log_first_n(
                logging.WARN,
                "Discrepancy between trainable weights and collected trainable weights, did you set `model.trainable` "
                "without calling `model.compile` after ?",
                1,
            )

    def _results(self) -> list[Any]:
        metrics = self._get_training_eval_metrics()
        return [self.total_loss] + [m._call_result for m in metrics if hasattr(m, "_call_result")]

    @base_layer_utils.no_automatic_dependency_tracking
    def _make_train_function(self) -> None:
        recompiled = self._recompile_weights_loss_and_weighted_metrics()
        self._check_trainable_weights_consistency()
        if isinstance(self.optimizer, list):
            raise ValueError("The `optimizer` in `compile` should be a single optimizer.")
        if getattr(self, "train_function", None) is not None and not recompiled:
            return
        current = self._get_trainable_state()
        self._set_trainable_state(self._compiled_trainable_state)
        inputs = self._feed_inputs + self._feed_targets + self._feed_sample_weights
        phase = symbolic_learning_phase()
        if not isinstance(phase, int):
            inputs = [*inputs, phase]
        with name_scope("training"):
            updates = self.optimizer.get_updates(params=self._collected_trainable_weights, loss=self.total_loss)
            updates = updates + self.get_updates_for(None) + self.get_updates_for(self.inputs)
        results = self._results()
        with name_scope("training"):
            self.train_function = find("keras.backend.function")(
                inputs, results, updates=updates, name="train_function", **self._function_kwargs
            )
        self._set_trainable_state(current)

    @base_layer_utils.no_automatic_dependency_tracking
    def _make_test_function(self) -> None:
        recompiled = self._recompile_weights_loss_and_weighted_metrics()
        if getattr(self, "test_function", None) is not None and not recompiled:
            return
        inputs = self._feed_inputs + self._feed_targets + self._feed_sample_weights
        results = self._results()
        with name_scope("evaluation"):
            self.test_function = find("keras.backend.function")(
                inputs, results, updates=self.state_updates, name="test_function", **self._function_kwargs
            )

    @base_layer_utils.no_automatic_dependency_tracking
    def _make_predict_function(self) -> None:
        if getattr(self, "predict_function", None) is not None:
            return
        with name_scope("predict"):
            self.predict_function = find("keras.backend.function")(
                self._feed_inputs,
                self.outputs,
                updates=self.state_updates,
                name="predict_function",
                **getattr(self, "_function_kwargs", {}),
            )

    def _make_execution_function(self, mode: str) -> Any:
        """The function of a mode: "train", "test" or "predict"."""
        getattr(self, f"_make_{mode}_function")()
        return getattr(self, f"{mode}_function")


def _get_metrics_from_layers(layers: Any) -> list[Any]:
    found: list[Any] = []
    for layer in filter_empty_layer_containers(layers):
        if isinstance(layer, Compilation):
            found += layer._metrics + _get_metrics_from_layers(layer.layers)
        else:
            found += layer.metrics
    return found
