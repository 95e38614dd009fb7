"""What a layer asks of its inputs: `tf.layers.InputSpec`, and the check that names the input and the layer."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.typing import NestedTensors


@export("layers.InputSpec", "keras.layers.InputSpec")
class InputSpec:
    """Type, rank and sizes that a layer accepts for one input.

    Args:
      dtype: the type.
      shape: the shape, with None for sizes that do not matter.
      ndim: the rank.
      max_ndim: the greatest rank.
      min_ndim: the smallest rank.
      axes: a dictionary from axes to their sizes.

    Raises:
      TypeError: if the keys of `axes` are not integers.
      ValueError: if an axis is beyond the rank.

    >>> import penstock as tf
    >>> tf.layers.InputSpec(min_ndim=2, axes={-1: 3})
    InputSpec(min_ndim=2, axes={-1: 3})
    """

    def __init__(
        self,
        dtype: Any = None,
        shape: Any = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: dict[int, int] | None = None,
    ) -> None:
        self.dtype = None if dtype is None else dtypes.as_dtype(dtype).name
        self.shape = shape
        self.ndim = ndim if shape is None else len(shape)
        self.max_ndim = max_ndim
        self.min_ndim = min_ndim
        try:
            self.axes = {int(axis): size for axis, size in (axes or {}).items()}
        except (ValueError, TypeError, AttributeError):
            raise TypeError("The keys in axes must be integers.") from None
        rank = self.ndim or self.max_ndim
        if self.axes and rank is not None and max(self.axes) > rank - 1:
            raise ValueError(f"Axis {max(self.axes)} is greater than the maximum allowed value: {rank - 1}")

    def __repr__(self) -> str:
        names = ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")
        return f"InputSpec({', '.join(f'{name}={getattr(self, name)}' for name in names if getattr(self, name))})"

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {name: getattr(self, name) for name in ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> InputSpec:
        """A specification from what `get_config` gave."""
        return cls(**config)


def check_inputs(specs: Any, inputs: NestedTensors, layer: str) -> None:
    """Raises ValueError unless the inputs are as the layer's specifications say."""
    if not specs:
        return
    given, wanted = nest.flatten(inputs), nest.flatten(specs)
    if len(given) != len(wanted):
        raise ValueError(
            f"Layer {layer} expects {len(wanted)} inputs, but it received {len(given)} input tensors. "
            f"Inputs received: {given}"
        )
    for i, (x, spec) in enumerate(zip(given, wanted, strict=True)):
        if spec is not None:
            _check_input(x, spec, f"Input {i} of layer {layer} is incompatible with the layer: ", i, layer)


def _check_input(x: Any, spec: InputSpec, start: str, index: int, layer: str) -> None:
    rank = x.shape.ndims
    if rank is None:
        if spec.ndim is not None or spec.min_ndim is not None or spec.max_ndim is not None:
            raise ValueError(f"{start}its rank is undefined, but the layer requires a defined rank.")
    else:
        full = f". Full shape received: {x.shape.as_list()}"
        if spec.ndim is not None and rank != spec.ndim:
            raise ValueError(f"{start}expected ndim={spec.ndim}, found ndim={rank}{full}")
        if spec.max_ndim is not None and rank > spec.max_ndim:
            raise ValueError(f"{start}expected max_ndim={spec.max_ndim}, found ndim={rank}")
        if spec.min_ndim is not None and rank < spec.min_ndim:
            # The second colon is 1.15's.
            raise ValueError(f"{start}: expected min_ndim={spec.min_ndim}, found ndim={rank}{full}")
    if spec.dtype is not None and x.dtype != spec.dtype:
        raise ValueError(f"{start}expected dtype={spec.dtype}, found dtype={x.dtype}")
    if rank is None:
        return
    sizes = x.shape.as_list()
    for axis, size in spec.axes.items():
        size = getattr(size, "value", size)
        if size is not None and sizes[axis] not in (size, None):
            raise ValueError(
                f"{start}expected axis {axis} of input shape to have value {size} but received input with shape {sizes}"
            )
    for wanted, found in zip(spec.shape or (), sizes):
        if wanted is not None and found is not None and wanted != found:
            raise ValueError(
                f"Input {index} is incompatible with layer {layer}: expected shape={spec.shape}, found shape={sizes}"
            )
