"""An older name of `module_wrapper`: `tensorflow.python.util.deprecation_wrapper`."""

from penstock.compat.internal.python.util.module_wrapper import TFModuleWrapper

__all__ = ["DeprecationWrapper"]

DeprecationWrapper = TFModuleWrapper
