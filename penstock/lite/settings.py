"""What a conversion is told: `tf.lite.constants`, `OpsSet`, `Optimize`, `TargetSpec`, `RepresentativeDataset`."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import Any

from penstock._namespace import export, export_value
from penstock.graph import dtypes
from penstock.graph.dtypes import DType

FLOAT = export_value(dtypes.float32, "lite.constants.FLOAT")
FLOAT16 = export_value(dtypes.float16, "lite.constants.FLOAT16")
INT32 = export_value(dtypes.int32, "lite.constants.INT32")
INT64 = export_value(dtypes.int64, "lite.constants.INT64")
STRING = export_value(dtypes.string, "lite.constants.STRING")
QUANTIZED_UINT8 = export_value(dtypes.uint8, "lite.constants.QUANTIZED_UINT8")
INT8 = export_value(dtypes.int8, "lite.constants.INT8")
TENSORFLOW_GRAPHDEF = 1
TFLITE = export_value(2, "lite.constants.TFLITE")
GRAPHVIZ_DOT = export_value(3, "lite.constants.GRAPHVIZ_DOT")


@export("lite.OpsSet", "compat.v2.lite.OpsSet")
class OpsSet(enum.Enum):
    """Which operators a converted model may use.

    >>> import penstock as tf
    >>> str(tf.lite.OpsSet.TFLITE_BUILTINS)
    'TFLITE_BUILTINS'
    """

    TFLITE_BUILTINS = "TFLITE_BUILTINS"
    SELECT_TF_OPS = "SELECT_TF_OPS"
    TFLITE_BUILTINS_INT8 = "TFLITE_BUILTINS_INT8"

    def __str__(self) -> str:
        return self.value

    @staticmethod
    def get_options() -> list[str]:
        """The names of all sets."""
        return [str(option) for option in OpsSet]


@export("lite.Optimize", "compat.v2.lite.Optimize")
class Optimize(enum.Enum):
    """What to optimize a converted model for; all of them make its weights eight bits wide.

    With a `representative_dataset`, what flows between its operators becomes integers, too.

    >>> import penstock as tf
    >>> str(tf.lite.Optimize.DEFAULT)
    'DEFAULT'
    """

    DEFAULT = "DEFAULT"
    OPTIMIZE_FOR_SIZE = "OPTIMIZE_FOR_SIZE"
    OPTIMIZE_FOR_LATENCY = "OPTIMIZE_FOR_LATENCY"

    def __str__(self) -> str:
        return self.value


@export("lite.RepresentativeDataset", "compat.v2.lite.RepresentativeDataset")
class RepresentativeDataset:
    """Inputs like those that a model will see, by which the ranges of its tensors are measured.

    >>> import numpy as np, penstock as tf
    >>> dataset = tf.lite.RepresentativeDataset(lambda: ([np.full([1, 2], i, np.float32)] for i in range(3)))
    >>> len(list(dataset.input_gen()))
    3
    """

    def __init__(self, input_gen: Callable[[], Iterable[Any]]) -> None:
        """Remembers where inputs come from.

        Args:
          input_gen: a function without arguments that gives inputs, each a list with a value for each input array.
        """
        self.input_gen = input_gen


@export("lite.TargetSpec", "compat.v2.lite.TargetSpec")
class TargetSpec:
    """What the device of a converted model can do.

    >>> import penstock as tf
    >>> [str(ops) for ops in tf.lite.TargetSpec().supported_ops]
    ['TFLITE_BUILTINS']
    """

    def __init__(
        self, supported_ops: Iterable[OpsSet] | None = None, supported_types: Iterable[DType] | None = None
    ) -> None:
        """Describes a device.

        Args:
          supported_ops: the operators that it runs, `{OpsSet.TFLITE_BUILTINS}` by default.
          supported_types: the types that it takes for constants; the smallest is what they become.
        """
        self.supported_ops: Any = {OpsSet.TFLITE_BUILTINS} if supported_ops is None else supported_ops
        self.supported_types: Any = [] if supported_types is None else supported_types
