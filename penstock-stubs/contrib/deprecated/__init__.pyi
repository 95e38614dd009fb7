"""Made by `python -m penstock.tools.stubs`; do not edit."""

from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from collections.abc import Sequence as _Sequence
from penstock.graph.operation import Tensor as _Tensor
from penstock.summary.ops import TensorLike as _TensorLike
from typing import Any as _Any

def audio_summary(tag: _str, tensor: _TensorLike, sample_rate: _float, max_outputs: _int = ..., collections: _Sequence[_str] | None = ..., name: _str | None = ...) -> _Tensor:
    """A summary of sounds with the start of their tags; `tf.summary.audio` is its successor."""
def histogram_summary(tag: _str, values: _TensorLike, collections: _Sequence[_str] | None = ..., name: _str | None = ...) -> _Tensor:
    """A summary of a distribution with its tag; `tf.summary.histogram` is its successor."""
def image_summary(tag: _str, tensor: _TensorLike, max_images: _int = ..., collections: _Sequence[_str] | None = ..., name: _str | None = ...) -> _Tensor:
    """A summary of images with the start of their tags; `tf.summary.image` is its successor."""
def merge_all_summaries(key: _str = ...) -> _Tensor | None:
    """One summary with the values of all; `tf.summary.merge_all` is its successor."""
def merge_summary(inputs: _Sequence[_Any], collections: _Sequence[_str] | None = ..., name: _str | None = ...) -> _Tensor:
    """One summary with the values of several; `tf.summary.merge` is its successor."""
def scalar_summary(tags: _Any, values: _TensorLike, collections: _Sequence[_str] | None = ..., name: _str | None = ...) -> _Tensor:
    """A summary of numbers with their tags; `tf.summary.scalar` is its successor."""

__all__ = [
    "audio_summary",
    "histogram_summary",
    "image_summary",
    "merge_all_summaries",
    "merge_summary",
    "scalar_summary",
]
