"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.feature_column.layers import SequenceFeatures as SequenceFeatures
from penstock.keras.layers.recurrent_cells import PeepholeLSTMCell as PeepholeLSTMCell
from penstock.keras.optimizer_v2.learning_rate_schedule import CosineDecay as CosineDecay
from penstock.keras.optimizer_v2.learning_rate_schedule import CosineDecayRestarts as CosineDecayRestarts
from penstock.keras.optimizer_v2.learning_rate_schedule import LinearCosineDecay as LinearCosineDecay
from penstock.keras.optimizer_v2.learning_rate_schedule import NoisyLinearCosineDecay as NoisyLinearCosineDecay
from penstock.keras.premade.linear import LinearModel as LinearModel
from penstock.keras.premade.wide_deep import WideDeepModel as WideDeepModel
from penstock.keras.utils.enqueuers import terminate_keras_multiprocessing_pools as terminate_keras_multiprocessing_pools

__all__ = [
    "CosineDecay",
    "CosineDecayRestarts",
    "LinearCosineDecay",
    "LinearModel",
    "NoisyLinearCosineDecay",
    "PeepholeLSTMCell",
    "SequenceFeatures",
    "WideDeepModel",
    "terminate_keras_multiprocessing_pools",
]
