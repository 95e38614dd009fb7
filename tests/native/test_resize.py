"""Resizing in C gives the numbers of NumPy, to the last bit."""

import numpy as np
import pytest

from penstock import native
from penstock.ops.image import fused_preprocessing as image_scaled
from penstock.ops.image import resize as image_resize
from penstock.ops.image import resize_native

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


def test_same_bits_for_bytes_and_floats_all_depths_and_both_kinds_of_corners(monkeypatch):
    random = np.random.RandomState(0)
    lines = resize_native.lines
    for number in range(60):
        count, height, width, depth = random.randint(1, 4), *random.randint(1, 50, 2), random.randint(1, 6)
        out_height, out_width = random.randint(1, 50, 2)
        images = random.randint(0, 256, (count, height, width, depth)).astype((np.uint8, np.float32)[number % 2])
        align, half = [(False, False), (True, False), (False, True)][number % 3]
        if (height, width) == (out_height, out_width):
            continue
        made = image_resize._bilinear(images, out_height, out_width, align, half)
        with monkeypatch.context() as patch:
            patch.setattr(resize_native, "lines", lambda *args: False)
            wanted = image_resize._bilinear(images, out_height, out_width, align, half)
        assert resize_native.lines is lines
        np.testing.assert_array_equal(made, wanted)


def test_same_bits_for_a_part_of_an_image_that_is_scaled(monkeypatch):
    random = np.random.RandomState(1)
    image = random.randint(0, 256, (75, 60, 3)).astype(np.uint8)
    for scale in (None, np.float32(1 / 255)):
        for rows, columns in ((slice(None), slice(None)), (slice(3, 20), slice(5, 40)), (slice(39, 40), slice(0, 1))):
            args = (image, scale, 40, 50, False, False, rows, columns)
            made = image_scaled.scaled_bilinear(*args)
            with monkeypatch.context() as patch:
                patch.setattr(resize_native, "lines", lambda *args: False)
                wanted = image_scaled.scaled_bilinear(*args)
            np.testing.assert_array_equal(made, wanted)


def test_a_view_whose_lines_are_not_contiguous_is_left_to_numpy():
    images = np.arange(2 * 8 * 8 * 2, dtype=np.float32).reshape(2, 8, 8, 2)[:, :, ::2]
    made = image_resize._bilinear(images, 5, 6, False, False)
    np.testing.assert_array_equal(made, image_resize._bilinear(images.copy(), 5, 6, False, False))
