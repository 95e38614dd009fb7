"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.loss_functions import binary_crossentropy as binary_crossentropy
from penstock.keras.loss_functions import categorical_crossentropy as categorical_crossentropy
from penstock.keras.loss_functions import categorical_hinge as categorical_hinge
from penstock.keras.loss_functions import cosine_proximity as cosine_similarity
from penstock.keras.loss_functions import hinge as hinge
from penstock.keras.loss_functions import kullback_leibler_divergence as KLD
from penstock.keras.loss_functions import kullback_leibler_divergence as kld
from penstock.keras.loss_functions import kullback_leibler_divergence as kullback_leibler_divergence
from penstock.keras.loss_functions import logcosh as logcosh
from penstock.keras.loss_functions import mean_absolute_error as MAE
from penstock.keras.loss_functions import mean_absolute_error as mae
from penstock.keras.loss_functions import mean_absolute_error as mean_absolute_error
from penstock.keras.loss_functions import mean_absolute_percentage_error as MAPE
from penstock.keras.loss_functions import mean_absolute_percentage_error as mape
from penstock.keras.loss_functions import mean_absolute_percentage_error as mean_absolute_percentage_error
from penstock.keras.loss_functions import mean_squared_error as MSE
from penstock.keras.loss_functions import mean_squared_error as mean_squared_error
from penstock.keras.loss_functions import mean_squared_error as mse
from penstock.keras.loss_functions import mean_squared_logarithmic_error as MSLE
from penstock.keras.loss_functions import mean_squared_logarithmic_error as mean_squared_logarithmic_error
from penstock.keras.loss_functions import mean_squared_logarithmic_error as msle
from penstock.keras.loss_functions import poisson as poisson
from penstock.keras.loss_functions import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from penstock.keras.loss_functions import squared_hinge as squared_hinge
from penstock.keras.losses import BinaryCrossentropy as BinaryCrossentropy
from penstock.keras.losses import CategoricalCrossentropy as CategoricalCrossentropy
from penstock.keras.losses import CategoricalHinge as CategoricalHinge
from penstock.keras.losses import CosineSimilarity as CosineSimilarity
from penstock.keras.losses import Hinge as Hinge
from penstock.keras.losses import Huber as Huber
from penstock.keras.losses import KLDivergence as KLDivergence
from penstock.keras.losses import LogCosh as LogCosh
from penstock.keras.losses import Loss as Loss
from penstock.keras.losses import MeanAbsoluteError as MeanAbsoluteError
from penstock.keras.losses import MeanAbsolutePercentageError as MeanAbsolutePercentageError
from penstock.keras.losses import MeanSquaredError as MeanSquaredError
from penstock.keras.losses import MeanSquaredLogarithmicError as MeanSquaredLogarithmicError
from penstock.keras.losses import Poisson as Poisson
from penstock.keras.losses import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from penstock.keras.losses import SquaredHinge as SquaredHinge
from penstock.keras.losses import deserialize as deserialize
from penstock.keras.losses import get as get
from penstock.keras.losses import serialize as serialize
from penstock.keras.utils.losses_utils import ReductionV2 as Reduction

__all__ = [
    "BinaryCrossentropy",
    "CategoricalCrossentropy",
    "CategoricalHinge",
    "CosineSimilarity",
    "Hinge",
    "Huber",
    "KLD",
    "KLDivergence",
    "LogCosh",
    "Loss",
    "MAE",
    "MAPE",
    "MSE",
    "MSLE",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanSquaredError",
    "MeanSquaredLogarithmicError",
    "Poisson",
    "Reduction",
    "SparseCategoricalCrossentropy",
    "SquaredHinge",
    "binary_crossentropy",
    "categorical_crossentropy",
    "categorical_hinge",
    "cosine_similarity",
    "deserialize",
    "get",
    "hinge",
    "kld",
    "kullback_leibler_divergence",
    "logcosh",
    "mae",
    "mape",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_squared_error",
    "mean_squared_logarithmic_error",
    "mse",
    "msle",
    "poisson",
    "serialize",
    "sparse_categorical_crossentropy",
    "squared_hinge",
]
