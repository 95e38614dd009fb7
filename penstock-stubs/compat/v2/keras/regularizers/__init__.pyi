"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.regularizers import L1L2 as L1L2
from penstock.keras.regularizers import Regularizer as Regularizer
from penstock.keras.regularizers import deserialize as deserialize
from penstock.keras.regularizers import get as get
from penstock.keras.regularizers import l1 as l1
from penstock.keras.regularizers import l1_l2 as l1_l2
from penstock.keras.regularizers import l2 as l2
from penstock.keras.regularizers import serialize as serialize

__all__ = [
    "L1L2",
    "Regularizer",
    "deserialize",
    "get",
    "l1",
    "l1_l2",
    "l2",
    "serialize",
]
