"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.loss_functions import binary_crossentropy as binary_crossentropy
from penstock.keras.loss_functions import categorical_crossentropy as categorical_crossentropy
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

__all__ = [
    "KLD",
    "MAE",
    "MAPE",
    "MSE",
    "MSLE",
    "binary_crossentropy",
    "categorical_crossentropy",
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
    "sparse_categorical_crossentropy",
    "squared_hinge",
]
