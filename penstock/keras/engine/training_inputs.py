"""How a model takes data: checked against its inputs and outputs, and, for a model that was not built, as what tells them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import TensorSpec
from penstock.keras.backend.variables import is_placeholder
from penstock.keras.engine import base_layer_utils
from penstock.keras.engine import training_data as data
from penstock.keras.engine import training_endpoints as endpoints
from penstock.keras.engine.training_compile import Compilation
from penstock.keras.utils.enqueuers import Sequence
from penstock.keras.utils.tf_utils import is_tensor_or_variable

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@functools.lru_cache(maxsize=256)  # looking takes as long as a small prediction
def _further_arguments(call: Any) -> list[str]:
    """The arguments that a call must be given beside the inputs."""
    spec = inspect.getfullargspec(call)
    names = [name for name in spec.args[: len(spec.args) - len(spec.defaults or ())] if name != "training"]
    return names[2:]


class InputStandardization(Compilation):
    """The part of a model that looks at data before it is used."""

    def _check_call_args(self, method_name: str) -> None:
        """Raises ValueError if `call` needs more than the inputs."""
        call = self.call
        further = _further_arguments(getattr(call, "__func__", call))
        if further:
            raise ValueError(
                f"Models passed to `{method_name}` can only have `training` and the first argument in `call` as positional "
                f"arguments, found: {further}."
            )

    def _validate_or_infer_batch_size(self, batch_size: int | None, steps: int | None, x: Any) -> int | None:
        if data.is_dataset(x) or isinstance(x, Sequence) or inspect.isgenerator(x):
            if batch_size is not None:
                raise ValueError(
                    "The `batch_size` argument must not be specified for the given input type. Received input: "
                    f"{x}, batch_size: {batch_size}"
                )
            return None
        layers = super().layers
        static = data.get_static_batch_size(layers[0]) if layers else None
        if static is not None:
            strategy = self._distribution_strategy
            parts = 1  # into which a batch is divided
            if strategy is not None and strategy.extended._global_batch_size:
                parts = strategy.num_replicas_in_sync
            if batch_size is not None:
                if batch_size % parts:
                    raise ValueError(
                        f"The `batch_size` argument value {batch_size} cannot be divisible by number of replicas {parts}"
                    )
                if batch_size // parts != static:
                    raise ValueError(
                        f"The `batch_size` argument value {batch_size // parts} is incompatible with the specified batch size "
                        f"of your Input Layer: {static}"
                    )
            if steps is None:
                batch_size = static * parts
        return 32 if batch_size is None and steps is None else batch_size

    def _prepare_validation_data(self, validation_data: Any, batch_size: int | None, steps: int | None) -> tuple:
        x, y, sample_weight = data.unpack_validation_data(validation_data)
        return self._standardize_user_data(
            x, y, sample_weight=sample_weight, batch_size=batch_size, steps=steps, steps_name="validation_steps"
        )

    def _standardize_user_data(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Any = None,
        batch_size: int | None = None,
        check_steps: bool = False,
        steps_name: str = "steps",
        steps: int | None = None,
        validation_split: float = 0,
        shuffle: bool = False,
        extract_tensors_from_dataset: bool = False,
    ) -> tuple[Any, Any, Any]:
        """Inputs, targets and weights of samples as lists, after the model was built and compiled for them if need be."""
        from_dataset = data.is_dataset(x) or data.is_iterator(x)
        if from_dataset:
            data.validate_dataset_input(x, y, sample_weight, validation_split)
            if data.is_iterator(x):
                x, y, sample_weight = data.unpack_iterator_input(x)
            elif extract_tensors_from_dataset:
                x, y, sample_weight = data.unpack_iterator_input(data.get_iterator(x))
        if check_steps:
            data.check_steps_argument(x, steps, steps_name)
        built_now = not self.inputs
        all_inputs: list[Any] = []
        as_dict = isinstance(self.inputs, dict)
        y_input = y
        if built_now:
            all_inputs, y_input, as_dict = self._build_model_with_inputs(x, y, from_dataset)
        if not self._is_compiled and self.optimizer:
            self._compile_from_inputs(all_inputs, y_input, x, y, from_dataset)
            if built_now and not from_dataset and any(map(is_tensor_or_variable, all_inputs)):
                return [], [], None
        names = self._feed_input_names
        if not data.is_dataset(x):
            shapes = self._feed_input_shapes if self._is_graph_network else None
            x = data.standardize_input_data(x, names, shapes, check_batch_axis=False, exception_prefix="input")
            x = [data.convert_scipy_sparse(a, b) for a, b in zip(x, nest.flatten(self.inputs), strict=False)]
        sample_weights = None
        if y is None:
            y = []
        else:
            y, sample_weights = self._standardize_targets(x, y, sample_weight, class_weight)
        if self.stateful and batch_size and not from_dataset and x[0].shape[0] % batch_size != 0:
            raise ValueError(
                "In a stateful network, you should only pass inputs with a number of samples that can be divided by the "
                f"batch size. Found: {x[0].shape[0]} samples"
            )
        if as_dict and not data.is_dataset(x):
            x = dict(zip(names, x, strict=True))
        return x, y, sample_weights

    def _standardize_targets(
        self, x: Any, y: Any, sample_weight: Any, class_weight: Mapping[Any, Any]
    ) -> tuple[list[Any], Any]:
        endpoints.prepare_sample_weight_modes(self._training_endpoints, self.sample_weight_mode)
        names, modes = self._feed_output_names, self._sample_weight_modes
        y = data.standardize_input_data(y, names, None, check_batch_axis=False, exception_prefix="target")
        of_samples = data.standardize_output_weights(sample_weight, names, "sample_weight")
        of_classes = data.standardize_output_weights(class_weight, names, "class_weight")
        weights = [
            data.standardize_weights(ref, sw, cw, mode)
            for ref, sw, cw, mode in zip(y, of_samples, of_classes, modes, strict=False)
        ]
        data.check_array_lengths(x, y, weights)
        if self._is_graph_network:
            endpoints.check_loss_and_target_compatibility(y, self._feed_loss_fns, self._feed_output_shapes)
        if all(mode is None for mode in modes) and all(w is None for w in weights):
            return y, None
        return y, weights

    # -- models that were not built -----------------------------------------------------------------------------------------

    def _build_model_with_inputs(self, inputs: Any, targets: Any, from_dataset: bool) -> tuple[list[Any], Any, bool]:
        original = inputs
        if data.is_dataset(inputs):
            inputs, targets, _ = data.unpack_iterator_input(data.get_iterator(inputs))
        data.validate_input_types(inputs, original)
        as_dict = isinstance(inputs, dict)
        if as_dict:
            processed = [inputs[key] for key in sorted(inputs)]
        else:
            processed = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        for x in processed:
            if data.is_composite(x):
                raise ValueError(
                    "All SparseTensor and RaggedTensor inputs must be explicitly declared using a keras.Input() with "
                    f"sparse=True or ragged=True. We found an undeclared input {x}. For Sequential models, please add a "
                    "keras.Input() as your first Layer. For subclassed models, please call self._set_inputs() on your input "
                    "set, which you can create using keras.Input() for each input to your model."
                )
        if from_dataset:
            inputs = nest.map_structure(lambda t: TensorSpec(t.shape, t.dtype), inputs)
        elif data.has_tensors(inputs):
            inputs = nest.map_structure(data.cast_if_floating, inputs)
        self._set_inputs(inputs)
        return processed, targets, as_dict

    def _compile_from_inputs(
        self, all_inputs: list[Any], target: Any, original_inputs: Any, original_target: Any, from_dataset: bool
    ) -> None:
        targets = None
        if target is not None:
            if data.has_tensors(target):
                if is_tensor_or_variable(target):
                    target = data.cast_if_floating(target, self.outputs[0].dtype)
                else:
                    target = [data.cast_if_floating(t, out.dtype) for t, out in zip(target, self.outputs, strict=False)]
            data.validate_input_types(target, original_target, allow_dict=False, field_name="target")
            all_inputs += list(target) if isinstance(target, (list, tuple)) else [target]
            if not from_dataset:
                flat = target if isinstance(target, (list, tuple)) else [target]
                targets = [t for t in flat if is_tensor_or_variable(t)]
        kinds = {is_tensor_or_variable(v) for v in all_inputs}
        if len(kinds) > 1:
            raise ValueError(
                "Do not pass inputs that mix Numpy arrays and TensorFlow tensors. You passed: "
                f"x={original_inputs}; y={original_target}"
            )
        self.compile(
            optimizer=self.optimizer,
            loss=self.loss,
            metrics=self._compile_metrics,
            weighted_metrics=self._compile_weighted_metrics,
            loss_weights=self.loss_weights,
            target_tensors=targets,
            sample_weight_mode=self.sample_weight_mode,
        )

    def _set_inputs(self, inputs: Any, outputs: Any = None, training: bool | int | Tensor | None = None) -> None:
        """Makes inputs and outputs of a model that was not built."""
        inputs = self._set_input_attrs(inputs)
        if outputs is None:
            kwargs = {}
            if self._expects_training_arg:
                kwargs["training"] = find("keras.backend.learning_phase")() if training is None else training
            try:
                outputs = self(inputs, **kwargs)
            except NotImplementedError:  # a model whose call does nothing yet
                outputs = None
        self._set_output_attrs(outputs)

    @base_layer_utils.no_automatic_dependency_tracking
    def _set_input_attrs(self, inputs: Any) -> Any:
        if self.inputs:
            raise ValueError("Model inputs are already set.")
        if type(self).__name__ == "Sequential" and not self.built:
            if is_tensor_or_variable(inputs) or isinstance(inputs, TensorSpec):
                sizes = inputs.shape.as_list()[1:]
            elif isinstance(inputs, TensorShape):
                sizes = inputs.as_list()[1:]
            elif isinstance(inputs, dict):
                if not getattr(self.layers[0], "_is_feature_layer", False):
                    raise ValueError(
                        "Passing a dictionary input to a Sequential Model which doesn't have FeatureLayer as the first layer "
                        "is an error."
                    )
                sizes = ()
            else:
                sizes = inputs.shape[1:]
            self._build_input_shape = (None, *sizes)
        found = data.ModelInputs(inputs)
        inputs = found.get_symbolic_inputs()
        self.inputs = found.get_symbolic_inputs(return_single_as_list=True)
        self.input_names = found.names
        fed = [(k, v) for k, v in found.as_dict() if is_placeholder(v)]
        self._feed_input_names = [k for k, _ in fed]
        self._feed_inputs = [v for _, v in fed]
        self._feed_input_shapes = [find("keras.backend.int_shape")(v) for _, v in fed]
        return inputs

    @base_layer_utils.no_automatic_dependency_tracking
    def _set_output_attrs(self, outputs: Any) -> None:
        self.outputs = nest.flatten(outputs)
        self.output_names = [f"output_{i + 1}" for i in range(len(self.outputs))]
        self.built = True
