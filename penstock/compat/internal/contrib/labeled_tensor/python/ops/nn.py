"""Activations and losses of 1.15's labeled tensors: `tensorflow.contrib.labeled_tensor.python.ops.nn`."""

from penstock.contrib.labeled_tensor.neural import (
    crelu,
    elu,
    l2_loss,
    log_softmax,
    relu,
    relu6,
    sigmoid_cross_entropy_with_logits,
    softmax,
    softmax_cross_entropy_with_logits,
    softplus,
    sparse_softmax_cross_entropy_with_logits,
)

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
