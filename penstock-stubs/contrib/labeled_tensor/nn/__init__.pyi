"""Made by `python -m penstock.tools.stubs`; do not edit."""

from builtins import str as _str
from penstock.contrib.labeled_tensor.elementwise import TensorLike as _TensorLike
from penstock.contrib.labeled_tensor.labeled import LabeledTensor as _LabeledTensor
from typing import Any as _Any

def crelu(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.crelu` of a labeled tensor, which keeps its axes."""
def elu(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.elu` of a labeled tensor, which keeps its axes."""
def l2_loss(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.l2_loss` of a labeled tensor, which keeps its axes."""
def log_softmax(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.log_softmax` of a labeled tensor, which keeps its axes."""
def relu(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.relu` of a labeled tensor, which keeps its axes."""
def relu6(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.relu6` of a labeled tensor, which keeps its axes."""
def sigmoid_cross_entropy_with_logits(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.sigmoid_cross_entropy_with_logits` of two labeled tensors, which are aligned by the names of their axes first."""
def softmax(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.softmax` of a labeled tensor, which keeps its axes."""
def softmax_cross_entropy_with_logits(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.softmax_cross_entropy_with_logits` of two labeled tensors, which are aligned by the names of their axes first."""
def softplus(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.softplus` of a labeled tensor, which keeps its axes."""
def sparse_softmax_cross_entropy_with_logits(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.sparse_softmax_cross_entropy_with_logits` of two labeled tensors, which are aligned by the names of their axes first."""

__all__ = [
    "crelu",
    "elu",
    "l2_loss",
    "log_softmax",
    "relu",
    "relu6",
    "sigmoid_cross_entropy_with_logits",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softplus",
    "sparse_softmax_cross_entropy_with_logits",
]
