"""Bounds of `log_ndtr`, where another formula begins."""

import numpy as np

__all__ = ["LOGNDTR_FLOAT32_LOWER", "LOGNDTR_FLOAT32_UPPER", "LOGNDTR_FLOAT64_LOWER", "LOGNDTR_FLOAT64_UPPER"]

LOGNDTR_FLOAT64_LOWER = np.array(-20, np.float64)
LOGNDTR_FLOAT32_LOWER = np.array(-10, np.float32)
LOGNDTR_FLOAT64_UPPER = np.array(8, np.float64)
LOGNDTR_FLOAT32_UPPER = np.array(5, np.float32)
