"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.loss_functions import binary_crossentropy as binary_crossentropy
from penstock.keras.loss_functions import categorical_crossentropy as categorical_crossentropy
from penstock.keras.loss_functions import cosine_proximity as cosine
from penstock.keras.loss_functions import cosine_proximity as cosine_proximity
from penstock.keras.loss_functions import hinge as hinge
from penstock.keras.loss_functions import kullback_leibler_divergence as KLD
from penstock.keras.loss_functions import kullback_leibler_divergence as kld
from penstock.keras.loss_functions import kullback_leibler_divergence as kullback_leibler_divergence
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
from penstock.keras.metrics.base import Mean as Mean
from penstock.keras.metrics.base import MeanRelativeError as MeanRelativeError
from penstock.keras.metrics.base import MeanTensor as MeanTensor
from penstock.keras.metrics.base import Metric as Metric
from penstock.keras.metrics.base import RootMeanSquaredError as RootMeanSquaredError
from penstock.keras.metrics.base import Sum as Sum
from penstock.keras.metrics.confusion import AUC as AUC
from penstock.keras.metrics.confusion import FalseNegatives as FalseNegatives
from penstock.keras.metrics.confusion import FalsePositives as FalsePositives
from penstock.keras.metrics.confusion import MeanIoU as MeanIoU
from penstock.keras.metrics.confusion import Precision as Precision
from penstock.keras.metrics.confusion import Recall as Recall
from penstock.keras.metrics.confusion import SensitivityAtSpecificity as SensitivityAtSpecificity
from penstock.keras.metrics.confusion import SpecificityAtSensitivity as SpecificityAtSensitivity
from penstock.keras.metrics.confusion import TrueNegatives as TrueNegatives
from penstock.keras.metrics.confusion import TruePositives as TruePositives
from penstock.keras.metrics.functions import binary_accuracy as binary_accuracy
from penstock.keras.metrics.functions import categorical_accuracy as categorical_accuracy
from penstock.keras.metrics.functions import sparse_categorical_accuracy as sparse_categorical_accuracy
from penstock.keras.metrics.functions import sparse_top_k_categorical_accuracy as sparse_top_k_categorical_accuracy
from penstock.keras.metrics.functions import top_k_categorical_accuracy as top_k_categorical_accuracy
from penstock.keras.metrics.lookup import deserialize as deserialize
from penstock.keras.metrics.lookup import get as get
from penstock.keras.metrics.lookup import serialize as serialize
from penstock.keras.metrics.means import Accuracy as Accuracy
from penstock.keras.metrics.means import BinaryAccuracy as BinaryAccuracy
from penstock.keras.metrics.means import BinaryCrossentropy as BinaryCrossentropy
from penstock.keras.metrics.means import CategoricalAccuracy as CategoricalAccuracy
from penstock.keras.metrics.means import CategoricalCrossentropy as CategoricalCrossentropy
from penstock.keras.metrics.means import CategoricalHinge as CategoricalHinge
from penstock.keras.metrics.means import CosineSimilarity as CosineSimilarity
from penstock.keras.metrics.means import Hinge as Hinge
from penstock.keras.metrics.means import KLDivergence as KLDivergence
from penstock.keras.metrics.means import LogCoshError as LogCoshError
from penstock.keras.metrics.means import MeanAbsoluteError as MeanAbsoluteError
from penstock.keras.metrics.means import MeanAbsolutePercentageError as MeanAbsolutePercentageError
from penstock.keras.metrics.means import MeanSquaredError as MeanSquaredError
from penstock.keras.metrics.means import MeanSquaredLogarithmicError as MeanSquaredLogarithmicError
from penstock.keras.metrics.means import Poisson as Poisson
from penstock.keras.metrics.means import SparseCategoricalAccuracy as SparseCategoricalAccuracy
from penstock.keras.metrics.means import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from penstock.keras.metrics.means import SparseTopKCategoricalAccuracy as SparseTopKCategoricalAccuracy
from penstock.keras.metrics.means import SquaredHinge as SquaredHinge
from penstock.keras.metrics.means import TopKCategoricalAccuracy as TopKCategoricalAccuracy

__all__ = [
    "AUC",
    "Accuracy",
    "BinaryAccuracy",
    "BinaryCrossentropy",
    "CategoricalAccuracy",
    "CategoricalCrossentropy",
    "CategoricalHinge",
    "CosineSimilarity",
    "FalseNegatives",
    "FalsePositives",
    "Hinge",
    "KLD",
    "KLDivergence",
    "LogCoshError",
    "MAE",
    "MAPE",
    "MSE",
    "MSLE",
    "Mean",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanIoU",
    "MeanRelativeError",
    "MeanSquaredError",
    "MeanSquaredLogarithmicError",
    "MeanTensor",
    "Metric",
    "Poisson",
    "Precision",
    "Recall",
    "RootMeanSquaredError",
    "SensitivityAtSpecificity",
    "SparseCategoricalAccuracy",
    "SparseCategoricalCrossentropy",
    "SparseTopKCategoricalAccuracy",
    "SpecificityAtSensitivity",
    "SquaredHinge",
    "Sum",
    "TopKCategoricalAccuracy",
    "TrueNegatives",
    "TruePositives",
    "binary_accuracy",
    "binary_crossentropy",
    "categorical_accuracy",
    "categorical_crossentropy",
    "cosine",
    "cosine_proximity",
    "deserialize",
    "get",
    "hinge",
    "kld",
    "kullback_leibler_divergence",
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
    "sparse_categorical_accuracy",
    "sparse_categorical_crossentropy",
    "sparse_top_k_categorical_accuracy",
    "squared_hinge",
    "top_k_categorical_accuracy",
]
