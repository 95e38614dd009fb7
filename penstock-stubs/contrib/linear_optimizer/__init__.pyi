"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.linear_optimizer.sdca import SDCAOptimizer as SDCAOptimizer
from penstock.contrib.linear_optimizer.sdca import SdcaModel as SdcaModel
from penstock.estimator.canned.sdca_model import SparseFeatureColumn as SparseFeatureColumn

__all__ = [
    "SDCAOptimizer",
    "SdcaModel",
    "SparseFeatureColumn",
]
