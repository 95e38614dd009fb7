"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.kernel_methods.features import RandomFourierFeatureMapper as RandomFourierFeatureMapper
from penstock.contrib.kernel_methods.features import sparse_multiclass_hinge_loss as sparse_multiclass_hinge_loss

__all__ = [
    "RandomFourierFeatureMapper",
    "sparse_multiclass_hinge_loss",
]
