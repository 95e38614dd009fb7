"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.version2_classes import ResizeMethod as ResizeMethod
from penstock.compat.version2_classes import resize as resize
from penstock.ops.image.adjust import adjust_brightness as adjust_brightness
from penstock.ops.image.adjust import adjust_contrast as adjust_contrast
from penstock.ops.image.adjust import adjust_gamma as adjust_gamma
from penstock.ops.image.adjust import adjust_hue as adjust_hue
from penstock.ops.image.adjust import adjust_jpeg_quality as adjust_jpeg_quality
from penstock.ops.image.adjust import adjust_saturation as adjust_saturation
from penstock.ops.image.adjust import convert_image_dtype as convert_image_dtype
from penstock.ops.image.adjust import grayscale_to_rgb as grayscale_to_rgb
from penstock.ops.image.adjust import per_image_standardization as per_image_standardization
from penstock.ops.image.adjust import random_brightness as random_brightness
from penstock.ops.image.adjust import random_contrast as random_contrast
from penstock.ops.image.adjust import random_hue as random_hue
from penstock.ops.image.adjust import random_jpeg_quality as random_jpeg_quality
from penstock.ops.image.adjust import random_saturation as random_saturation
from penstock.ops.image.adjust import rgb_to_grayscale as rgb_to_grayscale
from penstock.ops.image.adjust import rgb_to_yiq as rgb_to_yiq
from penstock.ops.image.adjust import rgb_to_yuv as rgb_to_yuv
from penstock.ops.image.adjust import yiq_to_rgb as yiq_to_rgb
from penstock.ops.image.adjust import yuv_to_rgb as yuv_to_rgb
from penstock.ops.image.codec import decode_and_crop_jpeg as decode_and_crop_jpeg
from penstock.ops.image.codec import decode_bmp as decode_bmp
from penstock.ops.image.codec import decode_gif as decode_gif
from penstock.ops.image.codec import decode_image as decode_image
from penstock.ops.image.codec import decode_jpeg as decode_jpeg
from penstock.ops.image.codec import decode_png as decode_png
from penstock.ops.image.codec import encode_jpeg as encode_jpeg
from penstock.ops.image.codec import encode_png as encode_png
from penstock.ops.image.codec import extract_jpeg_shape as extract_jpeg_shape
from penstock.ops.image.codec import is_jpeg as is_jpeg
from penstock.ops.image.geometry import central_crop as central_crop
from penstock.ops.image.geometry import crop_to_bounding_box as crop_to_bounding_box
from penstock.ops.image.geometry import flip_left_right as flip_left_right
from penstock.ops.image.geometry import flip_up_down as flip_up_down
from penstock.ops.image.geometry import pad_to_bounding_box as pad_to_bounding_box
from penstock.ops.image.geometry import random_flip_left_right as random_flip_left_right
from penstock.ops.image.geometry import random_flip_up_down as random_flip_up_down
from penstock.ops.image.geometry import resize_image_with_crop_or_pad as resize_with_crop_or_pad
from penstock.ops.image.geometry import rot90 as rot90
from penstock.ops.image.geometry import transpose as transpose
from penstock.ops.image.patches import extract_patches as extract_patches
from penstock.ops.image.quality import image_gradients as image_gradients
from penstock.ops.image.quality import psnr as psnr
from penstock.ops.image.quality import sobel_edges as sobel_edges
from penstock.ops.image.quality import ssim as ssim
from penstock.ops.image.quality import ssim_multiscale as ssim_multiscale
from penstock.ops.image.quality import total_variation as total_variation
from penstock.ops.image.suppression import combined_non_max_suppression as combined_non_max_suppression
from penstock.ops.image.suppression import non_max_suppression as non_max_suppression
from penstock.ops.image.suppression import non_max_suppression_overlaps as non_max_suppression_overlaps
from penstock.ops.image.suppression import non_max_suppression_padded as non_max_suppression_padded
from penstock.ops.image.suppression import non_max_suppression_with_scores as non_max_suppression_with_scores
from penstock.ops.random.functions import random_crop as random_crop
from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from penstock.graph.operation import Tensor as _Tensor
from typing import Any as _Any

def crop_and_resize(image: _Any, boxes: _Any, box_indices: _Any, crop_size: _Any, method: _Any = ..., extrapolation_value: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.image.crop_and_resize` with the arguments of 2.x."""
def draw_bounding_boxes(images: _Any, boxes: _Any, colors: _Any, name: _str | None = ...) -> _Any:
    """`tf.image.draw_bounding_boxes` with the arguments of 2.x."""
def extract_glimpse(input: _Any, size: _Any, offsets: _Any, centered: _bool = ..., normalized: _bool = ..., noise: _str = ..., name: _str | None = ...) -> _Any:
    """`tf.image.extract_glimpse` with the arguments of 2.x."""
def hsv_to_rgb(images: _Any, name: _str | None = ...) -> _Tensor:
    """Changes colours from hue, saturation and value in [0, 1] to red, green and blue."""
def rgb_to_hsv(images: _Any, name: _str | None = ...) -> _Tensor:
    """Changes colours from red, green and blue in [0, 1] to hue, saturation and value."""
def sample_distorted_bounding_box(image_size: _Any, bounding_boxes: _Any, seed: _int = ..., min_object_covered: _float = ..., aspect_ratio_range: _Any = ..., area_range: _Any = ..., max_attempts: _int | None = ..., use_image_if_no_bounding_boxes: _bool | None = ..., name: _str | None = ...) -> _Any:
    """`tf.image.sample_distorted_bounding_box` with the arguments of 2.x."""

__all__ = [
    "ResizeMethod",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_gamma",
    "adjust_hue",
    "adjust_jpeg_quality",
    "adjust_saturation",
    "central_crop",
    "combined_non_max_suppression",
    "convert_image_dtype",
    "crop_and_resize",
    "crop_to_bounding_box",
    "decode_and_crop_jpeg",
    "decode_bmp",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "draw_bounding_boxes",
    "encode_jpeg",
    "encode_png",
    "extract_glimpse",
    "extract_jpeg_shape",
    "extract_patches",
    "flip_left_right",
    "flip_up_down",
    "grayscale_to_rgb",
    "hsv_to_rgb",
    "image_gradients",
    "is_jpeg",
    "non_max_suppression",
    "non_max_suppression_overlaps",
    "non_max_suppression_padded",
    "non_max_suppression_with_scores",
    "pad_to_bounding_box",
    "per_image_standardization",
    "psnr",
    "random_brightness",
    "random_contrast",
    "random_crop",
    "random_flip_left_right",
    "random_flip_up_down",
    "random_hue",
    "random_jpeg_quality",
    "random_saturation",
    "resize",
    "resize_with_crop_or_pad",
    "rgb_to_grayscale",
    "rgb_to_hsv",
    "rgb_to_yiq",
    "rgb_to_yuv",
    "rot90",
    "sample_distorted_bounding_box",
    "sobel_edges",
    "ssim",
    "ssim_multiscale",
    "total_variation",
    "transpose",
    "yiq_to_rgb",
    "yuv_to_rgb",
]
