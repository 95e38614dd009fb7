"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.profiling import ALL_ADVICE as ALL_ADVICE
from penstock.contrib.profiling import FLOAT_OPS_OPTIONS as FLOAT_OPS_OPTIONS
from penstock.contrib.profiling import PRINT_ALL_TIMING_MEMORY as PRINT_ALL_TIMING_MEMORY
from penstock.contrib.profiling import TRAINABLE_VARS_PARAMS_STAT_OPTIONS as TRAINABLE_VARS_PARAMS_STAT_OPTIONS
from penstock.contrib.profiling import advise as advise
from penstock.contrib.profiling import print_model_analysis as print_model_analysis
from penstock.profiler.model_analyzer import Profiler as Profiler

__all__ = [
    "ALL_ADVICE",
    "FLOAT_OPS_OPTIONS",
    "PRINT_ALL_TIMING_MEMORY",
    "Profiler",
    "TRAINABLE_VARS_PARAMS_STAT_OPTIONS",
    "advise",
    "print_model_analysis",
]
