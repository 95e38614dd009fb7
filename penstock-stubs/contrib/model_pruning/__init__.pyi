"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.model_pruning.layers import MaskedBasicLSTMCell as MaskedBasicLSTMCell
from penstock.contrib.model_pruning.layers import MaskedLSTMCell as MaskedLSTMCell
from penstock.contrib.model_pruning.layers import masked_convolution as masked_conv2d
from penstock.contrib.model_pruning.layers import masked_convolution as masked_convolution
from penstock.contrib.model_pruning.layers import masked_fully_connected as masked_fully_connected
from penstock.contrib.model_pruning.pruning import Pruning as Pruning
from penstock.contrib.model_pruning.pruning import apply_mask as apply_mask
from penstock.contrib.model_pruning.pruning import get_masked_weights as get_masked_weights
from penstock.contrib.model_pruning.pruning import get_masks as get_masks
from penstock.contrib.model_pruning.pruning import get_pruning_hparams as get_pruning_hparams
from penstock.contrib.model_pruning.pruning import get_thresholds as get_thresholds
from penstock.contrib.model_pruning.pruning import get_weight_sparsity as get_weight_sparsity
from penstock.contrib.model_pruning.pruning import get_weights as get_weights

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
