"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import alexnet as alexnet
from . import inception as inception
from . import inception_v1 as inception_v1
from . import inception_v2 as inception_v2
from . import inception_v3 as inception_v3
from . import overfeat as overfeat
from . import resnet_utils as resnet_utils
from . import resnet_v1 as resnet_v1
from . import resnet_v2 as resnet_v2
from . import vgg as vgg

__all__ = [
    "alexnet",
    "inception",
    "inception_v1",
    "inception_v2",
    "inception_v3",
    "overfeat",
    "resnet_utils",
    "resnet_v1",
    "resnet_v2",
    "vgg",
]
