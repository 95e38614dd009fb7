"""`Lambda`: a function of the user as a layer.

A configuration holds such a function as marshalled code. Loading it runs whatever the writer of the file put there, so code
is accepted only if this process has written it itself, or if the user says so; otherwise the function is to be given by name.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import types
import warnings
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.keras.backend.sessions import track_variable
from penstock.keras.engine.base_layer import Layer
from penstock.keras.typing import CustomObjects
from penstock.keras.utils.generic_utils import deserialize_keras_object, func_dump, func_load
from penstock.keras.utils.tf_utils import convert_shapes, shape_type_conversion

# Digests of the code that this process has put into configurations: a copy of a model in the same program needs no permission.
_own_code: set[bytes] = set()
_FLAG = "PENSTOCK_ALLOW_LAMBDA_CODE"


def _digest(code: Any) -> bytes:
    return hashlib.sha256(str(code).encode()).digest()


def _load(dumped: Any, layer: str, globs: dict[str, Any]) -> Any:
    code = dumped[0] if isinstance(dumped, (list, tuple)) else dumped
    if _digest(code) not in _own_code and os.environ.get(_FLAG) != "1":
        raise ValueError(
            f"The Lambda layer {layer!r} is stored as compiled Python code, which would run with all rights of this program; "
            f"it is not loaded. Give the function itself: custom_objects={{{layer!r}: function}}. If you trust the file and it "
            f"was written by this version of Python, set the environment variable {_FLAG}=1."
        )
    try:
        return func_load(dumped, globs=globs)
    except (ValueError, EOFError, TypeError) as error:
        raise ValueError(
            f"The code of the Lambda layer {layer!r} was written by another version of Python, or is damaged ({error}). "
            f"Give the function itself: custom_objects={{{layer!r}: function}}."
        ) from error


@export("keras.layers.Lambda")
class Lambda(Layer):
    """A function as a layer.

    Args:
      function: the function; its first argument is the input.
      output_shape: the shape of the result without the batch, or a function of the input's shape; found out by default.
      mask: the mask of the result, or a function of inputs and mask.
      arguments: further keyword arguments of the function.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Lambda(lambda x: x**2)(tf.constant([3.0]))
    >>> tf.Session().run(y)
    array([9.], dtype=float32)
    """

    def __init__(
        self,
        function: Any,
        output_shape: ShapeLike | None = None,
        mask: NestedTensors | None = None,
        arguments: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.function = function
        object.__setattr__(self, "arguments", arguments if arguments else {})
        if mask is not None:
            self.supports_masking = True
        self.mask = mask
        object.__setattr__(self, "_output_shape", output_shape)
        object.__setattr__(self, "_variable_dict", {})
        names = inspect.getfullargspec(function).args
        self._fn_expects_training_arg = "training" in names
        self._fn_expects_mask_arg = "mask" in names

    @shape_type_conversion
    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The shape that was given, or the one that the function has."""
        if self._output_shape is None:
            return self._tried(input_shape)
        if callable(self._output_shape):
            return convert_shapes(self._output_shape(input_shape), to_tuples=False)
        batch = nest.flatten(convert_shapes(input_shape, to_tuples=False))[0][0] if input_shape else None
        given = convert_shapes(self._output_shape, to_tuples=False)
        return nest.map_structure(lambda shape: tf.TensorShape([batch, *shape.as_list()]), given)

    def _tried(self, input_shape: ShapeLike) -> Any:
        """The shape that the function gives for placeholders in a graph of their own."""
        shapes = convert_shapes(input_shape, to_tuples=False)
        try:
            with tf.Graph().as_default():
                dtype = self.dtype or tf.keras.backend.floatx()
                inputs = nest.map_structure(lambda shape: tf.placeholder(dtype, shape), shapes)
                return nest.map_structure(lambda y: y.shape, self.call(inputs))
        except TypeError as error:
            raise NotImplementedError(
                "We could not automatically infer the shape of the Lambda's output. Please specify `output_shape` for "
                "this Lambda."
            ) from error

    def call(self, inputs: NestedTensors, mask: NestedTensors | None = None, training: TensorLike | None = None) -> Any:
        """Makes the operations."""
        if self._fn_expects_mask_arg:
            self.arguments["mask"] = mask
        if self._fn_expects_training_arg:
            self.arguments["training"] = training
        with tf.variable_creator_scope(self._variable_creator):
            return self.function(inputs, **self.arguments)

    def _variable_creator(self, next_creator: Any, **kwargs: Any) -> Any:
        """Keeps the variables that the function makes, and gives them again at the next call."""
        name = kwargs["name"]
        if name in self._variable_dict:
            return self._variable_dict[name]
        variable = next_creator(**kwargs)
        self._variable_dict[name] = variable
        (self._trainable_weights if variable.trainable else self._non_trainable_weights).append(variable)
        track_variable(variable)
        return variable

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors | None = None) -> Any:
        """The mask that was given."""
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    @staticmethod
    def _dump(value: Any, allow_raw: bool = False) -> tuple[Any, str, Any]:
        if isinstance(value, types.LambdaType):
            dumped = func_dump(value)
            _own_code.add(_digest(dumped[0]))
            return dumped, "lambda", value.__module__
        if callable(value):
            return value.__name__, "function", value.__module__
        if allow_raw:
            return value, "raw", None
        raise ValueError(f"Invalid input for serialization, type: {type(value)} ")

    def get_config(self) -> dict[str, Any]:
        """The layer's settings; functions as marshalled code."""
        function, kind, module = self._dump(self.function)
        shape, shape_kind, shape_module = self._dump(self._output_shape, allow_raw=True)
        config = {
            "function": function,
            "function_type": kind,
            "module": module,
            "output_shape": shape,
            "output_shape_type": shape_kind,
            "output_shape_module": shape_module,
        }
        if self.mask is not None:
            config["mask"], config["mask_type"], config["mask_module"] = self._dump(self.mask)
        config["arguments"] = self.arguments
        return {**super().get_config(), **config}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A layer from what `get_config` gave.

        Args:
          config: the configuration.
          custom_objects: functions by name; one under the name of the layer stands for its code.

        Raises:
          ValueError: if the configuration holds code that this process has not written.
        """
        config = dict(config)
        name = config.get("name", "lambda")
        known = {**tf.keras.utils.get_custom_objects(), **(custom_objects or {})}
        function = cls._function(config, known, name, "function", "module", "function_type")
        shape = cls._function(config, known, name, "output_shape", "output_shape_module", "output_shape_type")
        mask = None
        if "mask" in config:
            mask = cls._function(config, known, name, "mask", "mask_module", "mask_type")
        config.update(function=function, output_shape=shape, mask=mask)
        arguments = dict(config.get("arguments") or {})
        for key, value in arguments.items():
            if isinstance(value, dict) and value.get("type") == "ndarray":
                arguments[key] = np.array(value["value"])
        config["arguments"] = arguments
        return cls(**config)

    @staticmethod
    def _function(
        config: dict[str, Any], known: dict[str, Any], layer: str, key: str, module_key: str, kind_key: str
    ) -> Any:
        module, kind = config.pop(module_key, None), config.pop(kind_key)
        if kind == "raw":
            return config[key]
        if kind == "function":
            return deserialize_keras_object(
                config[key], custom_objects=known, printable_module_name="function in Lambda layer"
            )
        if kind != "lambda":
            raise TypeError("Unknown function type:", kind)
        given = known.get(layer if key == "function" else f"{layer}/{key}")
        if given is not None:
            return given
        if module is not None and module not in sys.modules:
            warnings.warn(
                f"{module} is not loaded, but a Lambda layer uses it. It may cause errors.", UserWarning, stacklevel=2
            )
        globs = {**globals(), **(vars(sys.modules[module]) if module in sys.modules else {}), **known}
        return _load(config[key], layer, globs)
