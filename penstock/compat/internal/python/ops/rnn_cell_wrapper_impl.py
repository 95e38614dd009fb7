"""What wrappers of cells have in common, whatever class of cells they derive from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf

__all__ = ["DeviceWrapperBase"]


class DeviceWrapperBase:
    """A wrapper that runs a cell on a device; the class after it in the order of bases keeps the cell.

    Args:
      cell: the cell.
      device: the device.
      **kwargs: of the class after it.
    """

    cell: Any

    def __init__(self, cell: Any, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)  # type: ignore[call-arg]
        self._device = device

    @property
    def state_size(self) -> Any:
        """The size of the cell's state."""
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        """The size of the cell's output."""
        return self.cell.output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """The cell's state of zeros, on the device."""
        with tf.name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]), tf.device(self._device):
            return self.cell.zero_state(batch_size, dtype)

    def _call_wrapped_cell(self, inputs: Any, state: Any, cell_call_fn: Callable[..., Any], **kwargs: Any) -> Any:
        with tf.device(self._device):
            return cell_call_fn(inputs, state, **kwargs)

    def get_config(self) -> dict[str, Any]:
        """The configuration, with the device."""
        return {**super().get_config(), "device": self._device}  # type: ignore[misc]
