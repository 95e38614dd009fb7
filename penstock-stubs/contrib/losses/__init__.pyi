"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import metric_learning as metric_learning
from penstock.contrib.losses.loss_ops import add_loss as add_loss
from penstock.contrib.losses.loss_ops import compute_weighted_loss as compute_weighted_loss
from penstock.contrib.losses.loss_ops import cosine_distance as cosine_distance
from penstock.contrib.losses.loss_ops import get_losses as get_losses
from penstock.contrib.losses.loss_ops import get_regularization_losses as get_regularization_losses
from penstock.contrib.losses.loss_ops import get_total_loss as get_total_loss
from penstock.contrib.losses.loss_ops import hinge_loss as hinge_loss
from penstock.contrib.losses.loss_ops import log_loss as log_loss
from penstock.contrib.losses.loss_ops import mean_pairwise_squared_error as mean_pairwise_squared_error
from penstock.contrib.losses.loss_ops import mean_pairwise_squared_error as sum_of_pairwise_squares
from penstock.contrib.losses.loss_ops import sigmoid_cross_entropy as sigmoid_cross_entropy
from penstock.contrib.losses.loss_ops import softmax_cross_entropy as softmax_cross_entropy
from penstock.contrib.losses.loss_ops import sparse_softmax_cross_entropy as sparse_softmax_cross_entropy
from builtins import str as _str
from penstock.contrib.losses.loss_ops import TensorLike as _TensorLike
from penstock.graph.operation import Tensor as _Tensor

def absolute_difference(predictions: _TensorLike, labels: _TensorLike | None = ..., weights: _TensorLike = ..., scope: _str | None = ...) -> _Tensor:
    """The mean of `|predictions - labels|`. See `compute_weighted_loss` for the weights."""
def mean_squared_error(predictions: _TensorLike, labels: _TensorLike | None = ..., weights: _TensorLike = ..., scope: _str | None = ...) -> _Tensor:
    """The mean of `(predictions - labels)²`, which 0.9 called `sum_of_squares`. See `compute_weighted_loss` for the weights."""
def sum_of_squares(predictions: _TensorLike, labels: _TensorLike | None = ..., weights: _TensorLike = ..., scope: _str | None = ...) -> _Tensor:
    """The mean of `(predictions - labels)²`, which 0.9 called `sum_of_squares`. See `compute_weighted_loss` for the weights."""

__all__ = [
    "absolute_difference",
    "add_loss",
    "compute_weighted_loss",
    "cosine_distance",
    "get_losses",
    "get_regularization_losses",
    "get_total_loss",
    "hinge_loss",
    "log_loss",
    "mean_pairwise_squared_error",
    "mean_squared_error",
    "metric_learning",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
    "sum_of_pairwise_squares",
    "sum_of_squares",
]
