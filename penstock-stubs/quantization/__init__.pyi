"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.quantized.arithmetic import quantized_concat as quantized_concat
from penstock.ops.quantized.conversion import dequantize as dequantize
from penstock.ops.quantized.conversion import quantize as quantize
from penstock.ops.quantized.conversion import quantize_and_dequantize as quantize_and_dequantize
from penstock.ops.quantized.fake import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from penstock.ops.quantized.fake import fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient
from penstock.ops.quantized.fake import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from penstock.ops.quantized.fake import fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient
from penstock.ops.quantized.fake import fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel
from penstock.ops.quantized.fake import fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient

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
