"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.estimator.keras_export import export_saved_model as export_saved_model
from penstock.estimator.keras_export import load_from_saved_model as load_from_saved_model
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
    "export_saved_model",
    "load_from_saved_model",
    "terminate_keras_multiprocessing_pools",
]
