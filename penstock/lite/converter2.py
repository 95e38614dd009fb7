"""`tf.compat.v2.lite.TFLiteConverter`: the converter of 2.x, which takes functions, SavedModels and Keras models."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.lite import freezing, settings
from penstock.lite.converter import Settings, TFLiteConverter


@export("compat.v2.lite.TFLiteConverter")
class TFLiteConverterV2(Settings):
    """Converts a function, a SavedModel or a Keras model into a TensorFlow Lite model.

    Attributes:
      allow_custom_ops: whether operations without an operator become custom ones.
      target_spec: the device, a `tf.lite.TargetSpec`.
      optimizations: a list of `tf.lite.Optimize`.
      representative_dataset: inputs by which ranges are measured.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
    >>> tf.compat.v2.lite.TFLiteConverter.from_keras_model(model).convert()[4:8]
    b'TFL3'
    """

    def __init__(self, funcs: Sequence[Any], trackable_obj: Any = None) -> None:
        """Takes a frozen function; `from_saved_model` and the like make one.

        Args:
          funcs: a list with one `ConcreteFunction`.
          trackable_obj: what holds its variables.
        """
        super().__init__()
        self._funcs, self._trackable_obj = funcs, trackable_obj
        self._converter: TFLiteConverter | None = None

    @classmethod
    def _of(cls, converter: TFLiteConverter) -> TFLiteConverterV2:
        made = cls([])
        made._converter = converter
        return made

    @classmethod
    def from_concrete_functions(cls, funcs: Sequence[Any]) -> TFLiteConverterV2:
        """Takes a list with one `ConcreteFunction`; the default session has the values of its variables.

        Raises:
          ValueError: it is something else.
        """
        for func in funcs:
            if not (hasattr(func, "inputs") and hasattr(func, "graph")):
                told = "This function takes in a list of ConcreteFunction."
                if hasattr(func, "get_concrete_function"):
                    told += " To get the ConcreteFunction from a Function, call from_concrete_function."
                raise ValueError(told)
        return cls(funcs)

    @classmethod
    def from_saved_model(
        cls,
        saved_model_dir: str | os.PathLike[str],
        signature_keys: Sequence[str] | None = None,
        tags: Iterable[str] | None = None,
    ) -> TFLiteConverterV2:
        """Takes a SavedModel.

        Args:
          saved_model_dir: its folder.
          signature_keys: a list with one signature, "serving_default" by default.
          tags: which meta graph, `{"serve"}` by default.

        Raises:
          ValueError: several signatures are given, or there is no such one.
        """
        if signature_keys and len(signature_keys) != 1:
            raise ValueError("Only support a single signature key.")
        key = signature_keys[0] if signature_keys else None
        return cls._of(TFLiteConverter.from_saved_model(saved_model_dir, tag_set=tags, signature_key=key))

    @classmethod
    def from_keras_model(cls, model: Any) -> TFLiteConverterV2:
        """Takes a Keras model, with the weights that it has."""
        sess = tf.keras.backend.get_session()
        return cls._of(TFLiteConverter(freezing.freeze(sess, model.outputs), model.inputs, model.outputs))

    def convert(self) -> bytes:
        """Converts it.

        Returns:
          The bytes of a `.tflite` file.

        Raises:
          ValueError: there is more than one function, or a shape is not known.
          ConverterError: it has operations that TensorFlow Lite has no operators for.
        """
        converter = self._converter
        if converter is None:
            if len(self._funcs) != 1:
                told = "Converting multiple functions is under development."
                raise ValueError(f"This converter can only convert a single ConcreteFunction. {told}")
            from penstock.compat.internal.python.framework import convert_to_constants

            frozen = convert_to_constants.convert_variables_to_constants_v2(self._funcs[0], lower_control_flow=False)
            converter = TFLiteConverter(frozen.graph.as_graph_def(), frozen.inputs, frozen.outputs)
        for name in "allow_custom_ops target_spec optimizations representative_dataset".split():
            setattr(converter, name, getattr(self, name))
        if converter.representative_dataset:
            converter.inference_input_type = converter.inference_output_type = settings.FLOAT
        return converter.convert()
