"""`tf.lite.Interpreter`: runs a `.tflite` model as a graph, which a session interprets at first and compiles then."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.lite import model
from penstock.lite.program import Program

_HELD = """There is at least 1 reference to internal data
      in the interpreter in the form of a numpy array or slice. Be sure to
      only hold the function returned from tensor() if you are using raw
      data access."""


class _Memory:
    """A tensor's memory, given out: it lives as long as an array on it."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self.__array_interface__ = array.__array_interface__


@export("lite.Interpreter", "compat.v2.lite.Interpreter")
class Interpreter:
    """A TensorFlow Lite model, ready to be run.

    Call `allocate_tensors` first, then `set_tensor`, `invoke` and `get_tensor` as often as you like.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, [1, 3], name="x")
    >>> with tf.Session() as sess:
    ...     content = tf.lite.TFLiteConverter.from_session(sess, [x], [tf.nn.relu(x, name="y")]).convert()
    >>> interpreter = tf.lite.Interpreter(model_content=content)
    >>> interpreter.allocate_tensors()
    >>> interpreter.set_tensor(interpreter.get_input_details()[0]["index"], np.float32([[-1, 0, 2]]))
    >>> interpreter.invoke()
    >>> interpreter.get_tensor(interpreter.get_output_details()[0]["index"]).tolist()
    [[0.0, 0.0, 2.0]]
    """

    def __init__(
        self,
        model_path: str | os.PathLike[str] | None = None,
        model_content: bytes | None = None,
        experimental_delegates: Sequence[Any] | None = None,
    ) -> None:
        """Reads a model.

        Args:
          model_path: the `.tflite` file.
          model_content: its bytes, in place of it.
          experimental_delegates: libraries that take over operators; there are none for this interpreter.

        Raises:
          ValueError: both or neither are given, or they are no model that can be run here.
        """
        if model_path and model_content:
            raise ValueError("Can't both provide `model_path` and `model_content`")
        if not model_path and not model_content:
            raise ValueError("`model_path` or `model_content` must be specified.")
        if experimental_delegates:
            raise ValueError("Delegates are machine code for TensorFlow Lite's own interpreter, not for Penstock's.")
        self._parts = model.load(model_path) if model_path else model.parse(model_content)
        self._main = self._parts[0]
        self._shapes: dict[int, tuple[int, ...]] = {}  # of inputs that were resized
        self._program: Program | None = None
        self._values: dict[int, np.ndarray] = {}  # inputs, variables and outputs
        self._given_out: weakref.WeakSet[_Memory] = weakref.WeakSet()
        self._ran = False

    def allocate_tensors(self) -> None:
        """Makes the model ready for the shapes of its inputs.

        Raises:
          RuntimeError: an operator does not compute with such shapes or types, or an array on a tensor's memory is still held.
        """
        self._ensure_safe()
        if self._program is None:
            self._program = Program(self._parts, self._shapes)
            self._ran = False
            for i in self._program.fed:
                kept = self._values.get(i)
                shape = self._program.shape(i) or ()
                if kept is None or kept.shape != shape:
                    self._values[i] = self._empty(i, shape)
            for i in self._main.outputs:
                if i not in self._program.fed:
                    self._values[i] = self._empty(i, self._program.shape(i) or ())
        self.reset_all_variables()

    def _empty(self, i: int, shape: tuple[int, ...]) -> np.ndarray:
        dtype = self._main.places[i].dtype
        return np.full(shape, b"", object) if dtype.kind == "O" else np.zeros(shape, dtype)

    def _ensure_safe(self) -> None:
        if len(self._given_out):
            raise RuntimeError(_HELD)

    def _check(self, tensor_index: int) -> int:
        i = int(tensor_index)
        if not 0 <= i < len(self._main.places):
            raise ValueError(f"Invalid tensor index {i} exceeds max tensor index {len(self._main.places)}")
        return i

    def _details(self, i: int) -> dict[str, Any]:
        place = self._main.places[i]
        shape = (self._program.shape(i) if self._program else None) or self._shapes.get(i, place.shape)
        if self._ran and i in self._values:
            shape = self._values[i].shape
        q = place.quantization
        return {
            "name": place.name,
            "index": i,
            "shape": np.array(shape, np.int32),
            "dtype": np.bytes_ if place.dtype.kind == "O" else place.dtype.type,
            "quantization": (0.0, 0) if q is None or q.scales.size != 1 else (float(q.scale), q.zero),
        }

    def get_tensor_details(self) -> list[dict[str, Any]]:
        """The name, index, shape, type and quantization of every tensor that has a name."""
        return [self._details(i) for i, place in enumerate(self._main.places) if place.name]

    def get_input_details(self) -> list[dict[str, Any]]:
        """The name, index, shape, type and quantization of each input."""
        return [self._details(i) for i in self._main.inputs]

    def get_output_details(self) -> list[dict[str, Any]]:
        """The name, index, shape, type and quantization of each output."""
        return [self._details(i) for i in self._main.outputs]

    def set_tensor(self, tensor_index: int, value: Any) -> None:
        """Sets the value of an input.

        Args:
          tensor_index: the `index` that `get_input_details` tells.
          value: an array of its type and shape, which is copied.

        Raises:
          ValueError: there is no such tensor, or it has another type or shape.
        """
        i = self._check(tensor_index)
        value = np.asarray(value)
        place = self._main.places[i]
        if place.dtype.kind == "O":
            texts = [item if isinstance(item, bytes) else str(item).encode() for item in value.ravel().tolist()]
            self._values[i] = np.array([*texts, None], object)[:-1].reshape(value.shape)
            return
        if value.dtype != place.dtype:
            told = f"Got value of type {value.dtype.name.upper()} but expected type {place.dtype.name.upper()}"
            raise ValueError(f"Cannot set tensor: {told} for input {i}, name: {place.name} ")
        own = self._values.get(i)
        if own is None:
            raise ValueError("Cannot set tensor: Tensor is unallocated. Try calling allocate_tensors() first")
        if value.ndim != own.ndim:
            raise ValueError(
                f"Cannot set tensor: Dimension mismatch. Got {value.ndim} but expected {own.ndim} for input {i}."
            )
        for axis, (got, wanted) in enumerate(zip(value.shape, own.shape)):
            if got != wanted:
                told = f"Got {got} but expected {wanted} for dimension {axis} of input {i}."
                raise ValueError(f"Cannot set tensor: Dimension mismatch. {told}")
        own[...] = value

    def resize_tensor_input(self, input_index: int, tensor_size: Sequence[int]) -> None:
        """Gives an input another shape; call `allocate_tensors` after that.

        Args:
          input_index: the `index` that `get_input_details` tells.
          tensor_size: the shape.

        Raises:
          ValueError: there is no such tensor, or no such shape.
        """
        self._ensure_safe()
        i = self._check(input_index)
        shape = tuple(int(n) for n in np.asarray(tensor_size, np.int32).reshape(-1))
        if any(n < 0 for n in shape):
            raise ValueError(f"Cannot resize tensor {i} to {list(shape)}.")
        self._shapes[i] = shape
        self._program = None

    def get_tensor(self, tensor_index: int) -> np.ndarray:
        """A copy of the value of a tensor; one that is neither input nor output nor constant is computed now.

        Args:
          tensor_index: the `index` that `get_output_details` tells.

        Raises:
          ValueError: there is no such tensor, or it has no value yet.
        """
        i = self._check(tensor_index)
        if i in self._values:
            return self._values[i].copy()
        constant = self._main.places[i].constant
        if constant is not None:
            return constant.copy()
        if self._program is None or i not in self._program:
            raise ValueError("Tensor data is null. Run allocate_tensors() first")
        return np.asarray(self._program.run([i], self._values)[0])

    def tensor(self, tensor_index: int) -> Callable[[], np.ndarray]:
        """A function that gives an array on the memory of a tensor: an input may be written to, an output read without a copy.

        Hold the function, not the array: while an array lives, `invoke` and `allocate_tensors` raise an error.

        Args:
          tensor_index: the `index` that `get_input_details` tells.
        """
        i = self._check(tensor_index)

        def view() -> np.ndarray:
            if i not in self._values or self._values[i].dtype.kind == "O":
                return self.get_tensor(i)
            memory = _Memory(self._values[i])
            self._given_out.add(memory)
            return np.asarray(memory)

        return view

    def invoke(self) -> None:
        """Runs the model on the values of its inputs.

        Raises:
          RuntimeError: the tensors are not allocated, an array on the memory of one is held, or an operator fails.
        """
        self._ensure_safe()
        program = self._program
        if program is None:
            raise RuntimeError("Invoke called on model that is not ready.")
        outputs = self._main.outputs
        results = program.run(outputs, self._values, bool(program.updated))
        for i, result in zip([*outputs, *program.updated], results):
            own = self._values.get(i)
            if own is None or own.shape != np.shape(result) or own.dtype.kind == "O":
                self._values[i] = np.array(result)
            elif i not in self._main.inputs:
                own[...] = result
        self._ran = True

    def reset_all_variables(self) -> None:
        """Sets the variables of the model to what they start with, which is zero."""
        for i, place in enumerate(self._main.places):
            if place.variable and i in self._values:
                self._values[i] = np.zeros_like(self._values[i])
