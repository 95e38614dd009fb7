"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.nn.functions import alpha_dropout as alpha_dropout
from penstock.contrib.nn.functions import deprecated_flipped_sigmoid_cross_entropy_with_logits as deprecated_flipped_sigmoid_cross_entropy_with_logits
from penstock.contrib.nn.functions import deprecated_flipped_softmax_cross_entropy_with_logits as deprecated_flipped_softmax_cross_entropy_with_logits
from penstock.contrib.nn.functions import deprecated_flipped_sparse_softmax_cross_entropy_with_logits as deprecated_flipped_sparse_softmax_cross_entropy_with_logits
from penstock.contrib.nn.functions import rank_sampled_softmax_loss as rank_sampled_softmax_loss
from penstock.contrib.nn.functions import sampled_sparse_softmax_loss as sampled_sparse_softmax_loss
from penstock.contrib.nn.functions import scaled_softplus as scaled_softplus
from penstock.ops.arrays.sorting import nth_element as nth_element
from builtins import int as _int
from builtins import str as _str
from collections.abc import Sequence as _Sequence
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.nn.convolution.any_rank import SizesLike as _SizesLike
from penstock.ops.nn.convolution.any_rank import TensorLike as _TensorLike
from typing import Any as _Any

def conv1d_transpose(input: _TensorLike, filters: _Any, output_shape: _Sequence[_int], strides: _SizesLike, padding: _str = ..., data_format: _str = ..., dilations: _SizesLike | None = ..., name: _str | None = ...) -> _Tensor:
    """Computes the transpose of `conv1d`."""

__all__ = [
    "alpha_dropout",
    "conv1d_transpose",
    "deprecated_flipped_sigmoid_cross_entropy_with_logits",
    "deprecated_flipped_softmax_cross_entropy_with_logits",
    "deprecated_flipped_sparse_softmax_cross_entropy_with_logits",
    "nth_element",
    "rank_sampled_softmax_loss",
    "sampled_sparse_softmax_loss",
    "scaled_softplus",
]
