"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import densenet as densenet
from . import imagenet_utils as imagenet_utils
from . import inception_resnet_v2 as inception_resnet_v2
from . import inception_v3 as inception_v3
from . import mobilenet as mobilenet
from . import mobilenet_v2 as mobilenet_v2
from . import nasnet as nasnet
from . import resnet as resnet
from . import resnet50 as resnet50
from . import resnet_v2 as resnet_v2
from . import vgg16 as vgg16
from . import vgg19 as vgg19
from . import xception as xception
from penstock.keras.applications.networks import DenseNet121 as DenseNet121
from penstock.keras.applications.networks import DenseNet169 as DenseNet169
from penstock.keras.applications.networks import DenseNet201 as DenseNet201
from penstock.keras.applications.networks import InceptionResNetV2 as InceptionResNetV2
from penstock.keras.applications.networks import InceptionV3 as InceptionV3
from penstock.keras.applications.networks import NASNetLarge as NASNetLarge
from penstock.keras.applications.networks import NASNetMobile as NASNetMobile
from penstock.keras.applications.networks import VGG16 as VGG16
from penstock.keras.applications.networks import VGG19 as VGG19
from penstock.keras.applications.networks import Xception as Xception
from penstock.keras.applications.residual_networks import ResNet101 as ResNet101
from penstock.keras.applications.residual_networks import ResNet101V2 as ResNet101V2
from penstock.keras.applications.residual_networks import ResNet152 as ResNet152
from penstock.keras.applications.residual_networks import ResNet152V2 as ResNet152V2
from penstock.keras.applications.residual_networks import ResNet50 as ResNet50
from penstock.keras.applications.residual_networks import ResNet50V2 as ResNet50V2
from penstock.keras.applications.small_networks import MobileNet as MobileNet
from penstock.keras.applications.small_networks import MobileNetV2 as MobileNetV2

__all__ = [
    "DenseNet121",
    "DenseNet169",
    "DenseNet201",
    "InceptionResNetV2",
    "InceptionV3",
    "MobileNet",
    "MobileNetV2",
    "NASNetLarge",
    "NASNetMobile",
    "ResNet101",
    "ResNet101V2",
    "ResNet152",
    "ResNet152V2",
    "ResNet50",
    "ResNet50V2",
    "VGG16",
    "VGG19",
    "Xception",
    "densenet",
    "imagenet_utils",
    "inception_resnet_v2",
    "inception_v3",
    "mobilenet",
    "mobilenet_v2",
    "nasnet",
    "resnet",
    "resnet50",
    "resnet_v2",
    "vgg16",
    "vgg19",
    "xception",
]
