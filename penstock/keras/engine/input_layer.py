"""`Input` and `InputLayer`: where a network begins."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export, find
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike
from penstock.keras.backend.sessions import get_uid
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.layer_nodes import KerasHistory
from penstock.keras.engine.node import Node
from penstock.keras.utils.tf_utils import is_symbolic_tensor


@export("keras.layers.InputLayer")
class InputLayer(Layer):
    """An input of a network: a placeholder, or a given tensor.

    Args:
      input_shape: the shape without the batch.
      batch_size: the size of the batch, None for any.
      dtype: the type, Keras' default one by default.
      input_tensor: a tensor to use instead of a placeholder.
      sparse: whether it is sparse.
      name: a name; `input_1`, ... by default.
      ragged: whether it is ragged.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.InputLayer(input_shape=(4,))])
    >>> model.input_shape
    (None, 4)
    """

    def __init__(
        self,
        input_shape: Any = None,
        batch_size: int | None = None,
        dtype: DTypeLike | None = None,
        input_tensor: Any = None,
        sparse: bool = False,
        name: str | None = None,
        ragged: bool = False,
        **kwargs: Any,
    ) -> None:
        if "batch_input_shape" in kwargs:
            batch_input_shape = kwargs.pop("batch_input_shape")
            if input_shape and batch_input_shape:
                raise ValueError(
                    "Only provide the input_shape OR batch_input_shape argument to InputLayer, not both at the same time."
                )
            batch_size = batch_input_shape[0]
            input_shape = batch_input_shape[1:]
        if kwargs:
            raise ValueError("Unrecognized keyword arguments:", kwargs.keys())
        name = name or f"input_{get_uid('input')}"
        if not dtype:
            dtype = (
                find("keras.backend.floatx")() if input_tensor is None else find("keras.backend.dtype")(input_tensor)
            )
        elif input_tensor is not None and input_tensor.dtype != dtype:
            raise ValueError(f"`input_tensor.dtype` differs from `dtype`: {input_tensor.dtype} vs. {dtype}")
        super().__init__(dtype=dtype, name=name)
        self.built = True
        self.sparse = sparse
        self.ragged = ragged
        self.batch_size = batch_size
        self.supports_masking = True
        if isinstance(input_shape, TensorShape):
            input_shape = tuple(input_shape.as_list())
        elif isinstance(input_shape, int):
            input_shape = (input_shape,)
        self.is_placeholder = input_tensor is None
        if input_tensor is None:
            shape = None if input_shape is None else (batch_size, *input_shape)
            input_tensor = find("keras.backend.placeholder")(
                shape=shape, dtype=dtype, name=self.name, sparse=sparse, ragged=ragged
            )
            self._batch_input_shape = shape  # type: ignore[assignment]
        else:
            if not is_symbolic_tensor(input_tensor):
                raise ValueError(
                    "You should not pass an EagerTensor to `Input`. For example, instead of creating an InputLayer, you "
                    "should instantiate your model and directly call it on your input."
                )
            self._batch_input_shape = tuple(input_tensor.shape.as_list())
        input_tensor._keras_history = KerasHistory(self, 0, 0)
        input_tensor._keras_mask = None
        Node(
            self,
            inbound_layers=[],
            node_indices=[],
            tensor_indices=[],
            input_tensors=[input_tensor],
            output_tensors=[input_tensor],
        )

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {
            "batch_input_shape": self._batch_input_shape,
            "dtype": self.dtype,
            "sparse": self.sparse,
            "ragged": self.ragged,
            "name": self.name,
        }


@export("keras.Input", "keras.layers.Input")
def Input(  # noqa: N802 - its name in 1.15
    shape: ShapeLike | None = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: DTypeLike | None = None,
    sparse: bool = False,
    tensor: Any = None,
    ragged: bool = False,
    **kwargs: Any,
) -> Any:
    """A tensor with which a network begins.

    Args:
      shape: its shape without the batch.
      batch_size: the size of the batch, None for any.
      name: a name; `input_1`, ... by default.
      dtype: its type, Keras' default one by default.
      sparse: whether it is sparse.
      tensor: a tensor to use instead of a placeholder.
      ragged: whether it is ragged.
      **kwargs: `batch_shape` or `batch_input_shape`, the shape with the batch.

    Raises:
      ValueError: neither a shape nor a tensor is given, or both kinds of shape.

    >>> import penstock as tf
    >>> tf.keras.Input(shape=(3,), name="x")
    <tf.Tensor 'x:0' shape=(?, 3) dtype=float32>
    """
    if sparse and ragged:
        raise ValueError("Cannot set both sparse and ragged to True in a Keras input.")
    config: dict[str, Any] = {
        "name": name,
        "dtype": dtype,
        "sparse": sparse,
        "ragged": ragged,
        "input_tensor": tensor,
    }
    batch_shape = kwargs.pop("batch_input_shape", kwargs.pop("batch_shape", None))
    if shape and batch_shape:
        raise ValueError(
            "Only provide the `shape` OR `batch_input_shape` argument to Input, not both at the same time."
        )
    if batch_shape:
        shape = batch_shape[1:]
        config["batch_input_shape"] = batch_shape
    else:
        config |= {"batch_size": batch_size, "input_shape": shape}
    if kwargs:
        raise ValueError("Unrecognized keyword arguments:", kwargs.keys())
    if shape is None and tensor is None:
        raise ValueError(
            "Please provide to Input either a `shape` or a `tensor` argument. Note that `shape` does not include the batch "
            "dimension."
        )
    outputs = InputLayer(**config)._inbound_nodes[0].output_tensors
    return outputs[0] if len(outputs) == 1 else outputs
