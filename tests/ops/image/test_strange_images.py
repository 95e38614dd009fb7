"""NaN, infinities and numbers near the limits in images: resizing and cropping backwards, dilation, LRN, LinSpace.

The expected numbers are those of TensorFlow 1.15.5, but for boxes that are not finite: those end TensorFlow's process.
"""

import numpy as np
import pytest

import penstock as tf

nan, inf = np.nan, np.inf
FIRST = np.zeros(1, np.int32)
EACH = {"strides": [1] * 4, "rates": [1] * 4, "padding": "SAME"}


def image(rows, dtype=np.float32):
    return np.array(rows, dtype)[None, :, :, None]


def pixels(*rows):
    return np.array([[rows]], np.float32)


def boxes(*rows):
    return np.array(rows, np.float32)


def weights(row, dtype=np.float32):
    return np.array(row, dtype)[None, :, None]


LINE = [[1.0, inf, 2.0, nan, 3.0, 4.0]]

CASES = {
    "nearest": ("ResizeNearestNeighborGrad", {"grads": image(LINE), "size": [1, 3]}, {}, [inf, nan, 7.0]),
    "nearest, no gradient": (
        "ResizeNearestNeighborGrad",
        {"grads": image([[nan], [1.0]]), "size": [3, 2]},
        {},
        [nan, 0.0, 1.0, 0.0, 0.0, 0.0],
    ),
    "linear": (
        "ResizeBilinearGrad",
        {"grads": image(LINE), "original_image": image([[0.0] * 4])},
        {},
        [nan, nan, nan, 6.0],
    ),
    "linear of the same size": (
        "ResizeBilinearGrad",
        {"grads": image(LINE), "original_image": image([[0.0] * 6])},
        {},
        [1.0, nan, 2.0, nan, 3.0, 4.0],
    ),
    "linear, half pixels": (
        "ResizeBilinearGrad",
        {"grads": image([[inf, 1.0, 2.0, 3.0, 4.0, 5.0]]), "original_image": image([[0.0] * 3], np.float64)},
        {"half_pixel_centers": True},
        [nan, 5.0, 8.75],
    ),
    "linear, two rows": (
        "ResizeBilinearGrad",
        {"grads": image([[1.0, nan], [2.0, 3.0], [4.0, 5.0]]), "original_image": image([[0.0] * 3] * 2)},
        {"align_corners": True},
        [2.0, 0.0, nan, 5.0, 0.0, 6.5],
    ),
    "nearest, sum too large": (
        "ResizeNearestNeighborGrad",
        {"grads": image([[3e38, 3e38, 1.0, 2.0]] * 2 + [[1.0, 2.0, 3.0, 4.0]] * 2), "size": [2, 2]},
        {},
        [inf, 6.0, 6.0, 14.0],
    ),
    "cubic": (
        "ResizeBicubicGrad",
        {"grads": image([[1.0, 2.0, inf]]), "original_image": image([[0.0] * 6])},
        {},
        [1.0, 0.0, 2.0, nan, nan, nan],
    ),
    "cubic, half pixels": (
        "ResizeBicubicGrad",
        {"grads": image([[inf, 1.0, 2.0]]), "original_image": image([[0.0] * 6], np.float64)},
        {"half_pixel_centers": True},
        [nan, nan, nan, 0.4448529, 0.9963236, 1.058824],
    ),
    "crop's boxes outside of a strange image": (
        "CropAndResizeGradBoxes",
        {
            "grads": image([[1.0, 2.0]] * 2),
            "image": image([[1.0, 2.0, 4.0, nan]] * 2),
            "boxes": boxes([0.0, 0.25, 1.0, 1.5]),
            "box_ind": FIRST,
        },
        {},
        [0.0, 6.0, 0.0, 0.0],
    ),
    "crop at almost 0": (
        "CropAndResize",
        {
            "image": image([[1.0, 2.0], [3.0, 4.0]]),
            "boxes": boxes([-1e-38, 0.0, 1.0, -1e-39]),
            "box_ind": FIRST,
            "crop_size": [2, 2],
        },
        {"extrapolation_value": 7.0},
        [1.0, 1.0, 3.0, 3.0],
    ),
    "crop where large numbers meet": (
        "CropAndResizeGradImage",
        {
            "grads": 1.0 + np.arange(18, dtype=np.float32).reshape(3, 2, 3, 1),
            "boxes": boxes([0.0, 1e30, 1.0, 1.0], [0.25, 0.5, 0.75, 1e30], [1e30, 0.1, 0.2, 0.6]),
            "box_ind": np.array([0, 1, 0], np.int32),
            "image_size": [2, 5, 4, 1],
        },
        {"T": tf.float32},
        [14.2, 24.55, 15.25] + [0.0] * 13 + [6.0] + [0.0] * 8 + [3.5, 3.5] + [0.0] * 6 + [5.0, 5.0] + [0.0] * 5,
    ),
    "dilation": (
        "Dilation2D",
        {"input": image([[1.0, nan, -inf, -inf, nan]]), "filter": weights([0.5, nan, -inf])},
        EACH,
        [-3.402823e38, 1.5, -3.402823e38, -3.402823e38, -3.402823e38],
    ),
    "dilation of bytes": (
        "Dilation2D",
        {"input": image([[200, 7, 0]], np.uint8), "filter": weights([100, 60], np.uint8)},
        EACH,
        [67, 107, 100],
    ),
    "dilation's input": (
        "Dilation2DBackpropInput",
        {
            "input": image([[1.0, nan, nan, nan, 2.0]]),
            "filter": weights([1.0, 2.0, 3.0]),
            "out_backprop": image([[1.0, 2.0, 4.0, 8.0, 16.0]]),
        },
        EACH,
        [3.0, 4.0, 0.0, 0.0, 24.0],
    ),
    "dilation's input with a rate": (
        "Dilation2DBackpropInput",
        {
            "input": image([[nan] * 5]),
            "filter": weights([1.0, 2.0]),
            "out_backprop": image([[1.0, 2.0, 4.0, 8.0, 16.0]]),
        },
        {"strides": [1] * 4, "rates": [1, 1, 3, 1], "padding": "SAME"},
        [3.0, 4.0, 8.0, 16.0, 0.0],
    ),
    "dilation's filter": (
        "Dilation2DBackpropFilter",
        {
            "input": image([[1.0, nan, nan, nan, 2.0]]),
            "filter": weights([1.0, 2.0, 3.0]),
            "out_backprop": image([[1.0, 2.0, 4.0, 8.0, nan]]),
        },
        EACH,
        [6.0, nan, 8.0],
    ),
    "lrn": (
        "LRN",
        {"input": pixels([1.0, inf, 2.0, 3.0], [1.0] * 4)},
        {"depth_radius": 1, "beta": 1.0},
        [0.0, nan, 0.0, nan, 0.3333333, 0.25, 0.25, 0.3333333],
    ),
    "lrn with a root": (
        "LRN",
        {"input": pixels([1.0, 1e30, 2.0, 3.0], [1.0] * 4)},
        {"depth_radius": 5},
        [nan, nan, nan, nan, 0.4472136, 0.4472136, 0.4472136, 0.4472136],
    ),
    "lrn with a power": (
        "LRN",
        {"input": pixels([1.0, nan, 2.0, 3.0], [1.0] * 4)},
        {"depth_radius": 1, "beta": 0.75},
        [nan, nan, nan, nan, 0.4386913, 0.3535534, 0.3535534, 0.4386913],
    ),
    "lrn of many channels": (
        "LRN",
        {"input": pixels([1.0] * 3 + [inf] + [1.0] * 382)},
        {"depth_radius": 1, "beta": 1.0},
        [1 / 3, 0.25, 0.0, nan, 0.0] + [nan] * 381,
    ),
    "lrn's gradient": (
        "LRNGrad",
        {
            "input_grads": pixels([1.0, inf, 2.0, 0.0]),
            "input_image": pixels([1.0, 2.0, 3.0, 4.0]),
            "output_image": pixels([0.5, 0.5, 0.5, 0.5]),
        },
        {"depth_radius": 1},
        [-inf, inf, -inf, -0.1333333],
    ),
    "lrn's gradient of 0": (
        "LRNGrad",
        {
            "input_grads": pixels([0.0, 0.0, 0.0, 1.0, 2.0]),
            "input_image": pixels([nan, 2.0, 3.0, 4.0, 5.0]),
            "output_image": pixels([nan, nan, 0.5, 0.5, 0.5]),
        },
        {"depth_radius": 1},
        [0.0, 0.0, -0.02941176, 0.005574234, 0.1405395],
    ),
    "linspace": ("LinSpace", {"start": np.float32(inf), "stop": np.float32(1.0), "num": 4}, {}, [inf, nan, nan, 1.0]),
    "linspace to infinity": (
        "LinSpace",
        {"start": np.float64(2.0), "stop": np.float64(-inf), "num": 4},
        {},
        [2.0, -inf, -inf, -inf],
    ),
    "fractional pooling": (
        "FractionalMaxPoolGrad",
        {
            "orig_input": image([[nan, 1.0, 2.0, nan, 3.0, nan, -inf, nan]]),
            "orig_output": image([[nan, 3.0, -inf]]),
            "out_backprop": image([[1.0, 2.0, 4.0]]),
            "row_pooling_sequence": np.array([0, 1]),
            "col_pooling_sequence": np.array([0, 2, 6, 8]),
        },
        {},
        [1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 4.0, 0.0],
    ),
}


@pytest.fixture(params=["interpret", "compile"])
def run(request, monkeypatch):
    """Runs a tensor made by a function, in either tier."""
    monkeypatch.setenv("PENSTOCK_TIER", request.param)
    if request.param == "compile":
        monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")

    def run(kind, inputs, attrs):
        known = ("size", "image_size", "crop_size", "num")
        with tf.Graph().as_default(), tf.Session() as sess:
            feeds = {k: tf.placeholder(np.asarray(v).dtype, np.shape(v)) for k, v in inputs.items() if k not in known}
            made = getattr(tf.raw_ops, kind)(**{**inputs, **feeds}, **attrs)
            return sess.run(made, {p: inputs[k] for k, p in feeds.items()})

    return run


@pytest.mark.parametrize("name", CASES)
def test_strange_numbers_go_where_they_go_in_tensorflow(run, name):
    kind, inputs, attrs, expected = CASES[name]
    np.testing.assert_allclose(np.ravel(run(kind, inputs, attrs)), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("method", ["bilinear", "nearest"])
@pytest.mark.parametrize("box", [[nan, 0, 1, 1], [0, 0, 1, nan], [0, -inf, 1, 1], [inf, 0, inf, 1]])
def test_boxes_that_are_nowhere_are_outside_of_the_image(run, method, box):
    given = {"boxes": boxes(box, [0, 0, 1, 1]), "box_ind": np.array([0, 0], np.int32)}
    images, grads = image([[1.0, 2.0], [3.0, nan]]), np.ones([2, 2, 2, 1], np.float32)
    crops = run(
        "CropAndResize", {"image": images, "crop_size": [2, 2], **given}, {"method": method, "extrapolation_value": 7}
    )
    np.testing.assert_array_equal(np.ravel(crops[0]), [7.0] * 4)
    size = {"image_size": [1, 2, 2, 1]}
    back = run("CropAndResizeGradImage", {"grads": grads, **given, **size}, {"T": tf.float32, "method": method})
    np.testing.assert_array_equal(np.ravel(back), [1.0] * 4)
    slopes = run("CropAndResizeGradBoxes", {"grads": grads, "image": images, **given}, {})
    np.testing.assert_array_equal(slopes[0], [0.0] * 4)


def test_large_gradients_with_one_that_is_not_finite_keep_the_others(run):
    random = np.random.RandomState(0)
    clean = random.randn(2, 40, 50, 3).astype(np.float32)
    for kind in ("ResizeNearestNeighborGrad", "ResizeBilinearGrad", "ResizeBicubicGrad"):
        size = {"size": [20, 20]} if "Nearest" in kind else {"original_image": np.zeros([2, 20, 20, 3], np.float32)}
        dirty = clean.copy()
        dirty[1, 7, 9, 2] = nan
        expected, found = (run(kind, {"grads": g, **size}, {}) for g in (clean, dirty))
        lost = np.isnan(found)
        assert 1 <= lost.sum() <= 16
        np.testing.assert_allclose(found[~lost], expected[~lost], rtol=1e-4, atol=1e-5)
