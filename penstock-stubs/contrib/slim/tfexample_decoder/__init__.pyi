"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.data.decoding import BackupHandler as BackupHandler
from penstock.contrib.slim.data.decoding import BoundingBox as BoundingBox
from penstock.contrib.slim.data.decoding import Image as Image
from penstock.contrib.slim.data.decoding import ItemHandler as ItemHandler
from penstock.contrib.slim.data.decoding import ItemHandlerCallback as ItemHandlerCallback
from penstock.contrib.slim.data.decoding import LookupTensor as LookupTensor
from penstock.contrib.slim.data.decoding import SparseTensor as SparseTensor
from penstock.contrib.slim.data.decoding import TFExampleDecoder as TFExampleDecoder
from penstock.contrib.slim.data.decoding import Tensor as Tensor

__all__ = [
    "BackupHandler",
    "BoundingBox",
    "Image",
    "ItemHandler",
    "ItemHandlerCallback",
    "LookupTensor",
    "SparseTensor",
    "TFExampleDecoder",
    "Tensor",
]
