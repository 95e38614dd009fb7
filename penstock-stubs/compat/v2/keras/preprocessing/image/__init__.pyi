"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.preprocessing.images import DirectoryIterator as DirectoryIterator
from penstock.keras.preprocessing.images import ImageDataGenerator as ImageDataGenerator
from penstock.keras.preprocessing.images import Iterator as Iterator
from penstock.keras.preprocessing.images import NumpyArrayIterator as NumpyArrayIterator
from penstock.keras.preprocessing.images import array_to_img as array_to_img
from penstock.keras.preprocessing.images import img_to_array as img_to_array
from penstock.keras.preprocessing.images import save_img as save_img
from typing import Any as _Any

def apply_affine_transform(x: _Any, theta: _Any = ..., tx: _Any = ..., ty: _Any = ..., shear: _Any = ..., zx: _Any = ..., zy: _Any = ..., row_axis: _Any = ..., col_axis: _Any = ..., channel_axis: _Any = ..., fill_mode: _Any = ..., cval: _Any = ..., order: _Any = ...) -> _Any:
    """Applies an affine transformation specified by the parameters given."""
def apply_brightness_shift(x: _Any, brightness: _Any) -> _Any:
    """Performs a brightness shift."""
def apply_channel_shift(x: _Any, intensity: _Any, channel_axis: _Any = ...) -> _Any:
    """Performs a channel shift."""
def load_img(path: _Any, grayscale: _Any = ..., color_mode: _Any = ..., target_size: _Any = ..., interpolation: _Any = ...) -> _Any:
    """Loads an image into PIL format."""
def random_brightness(x: _Any, brightness_range: _Any) -> _Any:
    """Performs a random brightness shift."""
def random_channel_shift(x: _Any, intensity_range: _Any, channel_axis: _Any = ...) -> _Any:
    """Performs a random channel shift."""
def random_rotation(x: _Any, rg: _Any, row_axis: _Any = ..., col_axis: _Any = ..., channel_axis: _Any = ..., fill_mode: _Any = ..., cval: _Any = ..., interpolation_order: _Any = ...) -> _Any:
    """Performs a random rotation of a Numpy image tensor."""
def random_shear(x: _Any, intensity: _Any, row_axis: _Any = ..., col_axis: _Any = ..., channel_axis: _Any = ..., fill_mode: _Any = ..., cval: _Any = ..., interpolation_order: _Any = ...) -> _Any:
    """Performs a random spatial shear of a Numpy image tensor."""
def random_shift(x: _Any, wrg: _Any, hrg: _Any, row_axis: _Any = ..., col_axis: _Any = ..., channel_axis: _Any = ..., fill_mode: _Any = ..., cval: _Any = ..., interpolation_order: _Any = ...) -> _Any:
    """Performs a random spatial shift of a Numpy image tensor."""
def random_zoom(x: _Any, zoom_range: _Any, row_axis: _Any = ..., col_axis: _Any = ..., channel_axis: _Any = ..., fill_mode: _Any = ..., cval: _Any = ..., interpolation_order: _Any = ...) -> _Any:
    """Performs a random spatial zoom of a Numpy image tensor."""

__all__ = [
    "DirectoryIterator",
    "ImageDataGenerator",
    "Iterator",
    "NumpyArrayIterator",
    "apply_affine_transform",
    "apply_brightness_shift",
    "apply_channel_shift",
    "array_to_img",
    "img_to_array",
    "load_img",
    "random_brightness",
    "random_channel_shift",
    "random_rotation",
    "random_shear",
    "random_shift",
    "random_zoom",
    "save_img",
]
