"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.quantized.arithmetic import quantized_concat as quantized_concat
from penstock.ops.quantized.conversion import dequantize as dequantize
from penstock.ops.quantized.conversion import quantize as quantize
from penstock.ops.quantized.conversion import quantize_and_dequantize as quantize_and_dequantize
from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from penstock.graph.operation import Tensor as _Tensor
from typing import Any as _Any

def fake_quant_with_min_max_args(inputs: _Any, min: _float = ..., max: _float = ..., num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Rounds numbers to those that `num_bits` bits can hold between two constants."""
def fake_quant_with_min_max_args_gradient(gradients: _Any, inputs: _Any, min: _float = ..., max: _float = ..., num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """The gradient of `fake_quant_with_min_max_args`."""
def fake_quant_with_min_max_vars(inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Rounds numbers to those that `num_bits` bits can hold between two scalars."""
def fake_quant_with_min_max_vars_gradient(gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Any:
    """The gradient of `fake_quant_with_min_max_vars`."""
def fake_quant_with_min_max_vars_per_channel(inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Rounds numbers to those that `num_bits` bits can hold, with a range for each element of the last axis."""
def fake_quant_with_min_max_vars_per_channel_gradient(gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Any:
    """The gradient of `fake_quant_with_min_max_vars_per_channel`."""

__all__ = [
    "dequantize",
    "fake_quant_with_min_max_args",
    "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars",
    "fake_quant_with_min_max_vars_gradient",
    "fake_quant_with_min_max_vars_per_channel",
    "fake_quant_with_min_max_vars_per_channel_gradient",
    "quantize",
    "quantize_and_dequantize",
    "quantized_concat",
]
