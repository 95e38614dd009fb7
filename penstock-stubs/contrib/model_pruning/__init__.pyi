"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.model_pruning.layers import MaskedBasicLSTMCell as MaskedBasicLSTMCell
from penstock.contrib.model_pruning.layers import MaskedLSTMCell as MaskedLSTMCell
from penstock.contrib.model_pruning.layers import masked_convolution as masked_conv2d
from penstock.contrib.model_pruning.layers import masked_convolution as masked_convolution
from penstock.contrib.model_pruning.layers import masked_fully_connected as masked_fully_connected
from penstock.contrib.model_pruning.pruning import Pruning as Pruning
from penstock.contrib.model_pruning.pruning import apply_mask as apply_mask
from penstock.contrib.model_pruning.pruning import get_pruning_hparams as get_pruning_hparams
from penstock.contrib.model_pruning.pruning import get_weight_sparsity as get_weight_sparsity
from builtins import list as _list
from typing import Any as _Any

def get_masked_weights() -> _list[_Any]:
    """The weights with masks on them of the default graph."""
def get_masks() -> _list[_Any]:
    """The masks of the default graph."""
def get_thresholds() -> _list[_Any]:
    """The thresholds of the default graph."""
def get_weights() -> _list[_Any]:
    """The weights that have masks of the default graph."""

__all__ = [
    "MaskedBasicLSTMCell",
    "MaskedLSTMCell",
    "Pruning",
    "apply_mask",
    "get_masked_weights",
    "get_masks",
    "get_pruning_hparams",
    "get_thresholds",
    "get_weight_sparsity",
    "get_weights",
    "masked_conv2d",
    "masked_convolution",
    "masked_fully_connected",
]
