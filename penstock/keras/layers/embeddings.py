"""`Embedding`: a row of a table for each integer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ConstraintLike, InitializerLike, RegularizerLike
from penstock.keras.utils.tf_utils import shape_type_conversion

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export("keras.layers.Embedding")
class Embedding(Layer):
    """A row of a table, which is learned, for each integer.

    Args:
      input_dim: the number of rows.
      output_dim: the length of a row.
      embeddings_initializer, embeddings_regularizer, embeddings_constraint: for the table.
      activity_regularizer: a penalty of the output.
      mask_zero: whether 0 is no value but a gap, which later layers skip.
      input_length: the number of integers in a sample, if it is the same for all.

    >>> import penstock as tf
    >>> tf.keras.layers.Embedding(10, 4)(tf.constant([[1, 2, 3]])).shape.as_list()
    [1, 3, 4]
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: InitializerLike | None = "uniform",
        embeddings_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        embeddings_constraint: ConstraintLike | None = None,
        mask_zero: bool = False,
        input_length: TensorLike | None = None,
        **kwargs: Any,
    ) -> None:
        if "input_shape" not in kwargs:
            kwargs["input_shape"] = (input_length,) if input_length else (None,)
        dtype = kwargs.pop("dtype", tf.keras.backend.floatx())
        kwargs["autocast"] = False  # the input is no number to compute with
        super().__init__(dtype=dtype, **kwargs)
        keep(
            self,
            input_dim=input_dim,
            output_dim=output_dim,
            embeddings_initializer=embeddings_initializer,
            embeddings_regularizer=embeddings_regularizer,
            activity_regularizer=activity_regularizer,
            embeddings_constraint=embeddings_constraint,
            mask_zero=mask_zero,
            supports_masking=mask_zero,
            input_length=input_length,
        )

    @shape_type_conversion
    def build(self, input_shape: ShapeLike) -> None:
        """Makes the table."""
        self.embeddings = self.add_weight(
            shape=(self.input_dim, self.output_dim),
            initializer=self.embeddings_initializer,
            name="embeddings",
            regularizer=self.embeddings_regularizer,
            constraint=self.embeddings_constraint,
        )
        self.built = True

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors | None = None) -> Any:
        """Which integers are not 0, with `mask_zero`."""
        return tf.not_equal(inputs, 0) if self.mask_zero else None

    @shape_type_conversion
    def compute_output_shape(self, input_shape: Any) -> tuple[Any, ...]:
        """The input's shape, and the length of a row."""
        if self.input_length is None:
            return (*input_shape, self.output_dim)
        lengths = list(self.input_length) if isinstance(self.input_length, (list, tuple)) else [self.input_length]
        sizes = input_shape[1:]
        fits = len(lengths) == len(sizes) and all(None in pair or pair[0] == pair[1] for pair in zip(lengths, sizes))
        if not fits:
            raise ValueError(f'"input_length" is {self.input_length}, but received input has shape {input_shape}')
        known = (size if length is None else length for length, size in zip(lengths, sizes))
        return (input_shape[0], *known, self.output_dim)

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        if tf.keras.backend.dtype(inputs) not in ("int32", "int64"):
            inputs = tf.cast(inputs, "int32")
        return tf.nn.embedding_lookup(self.embeddings, inputs)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = (
            "input_dim output_dim embeddings_initializer embeddings_regularizer activity_regularizer "
            "embeddings_constraint mask_zero input_length"
        )
        return {**super().get_config(), **shown(self, *names.split())}
