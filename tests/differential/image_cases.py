"""Cases of resizing backwards, of crops backwards and of fractional pooling backwards."""

import numpy as np

from tests.differential.harness import Case
from tests.differential.table import cases_of
from tests.differential.values import allowed, i32, i64, numbers

# size before, size after
SIZES = (((4, 6), (2, 3)), ((3, 2), (5, 7)), ((1, 4), (3, 1)), ((3, 3), (3, 3)))
WAYS = ({}, {"align_corners": True}, {"half_pixel_centers": True})


@cases_of("ResizeBilinearGrad", "ResizeBicubicGrad")
def resize_grad(kind):
    for dtype in allowed(kind):
        if dtype not in ("float32", "float64"):
            continue  # of narrower types, TensorFlow 2 adds up in another order
        for before, after in SIZES:
            for way in WAYS:
                given = {"grads": numbers("float32", (2, *after, 3)), "original_image": numbers(dtype, (2, *before, 3))}
                yield Case(kind, given, way, grad=kind == "ResizeBilinearGrad", loose=1e-5)
    given = {"grads": numbers("float32", (2, 3, 3)), "original_image": numbers("float32", (2, 3, 3, 1))}
    yield Case(kind, given, fails=True)


@cases_of("ResizeNearestNeighborGrad")
def resize_nearest_grad(kind):
    for dtype in ("float32", "float64", "int32", "uint8"):
        for before, after in SIZES:
            for way in WAYS:
                yield Case(kind, {"grads": np.round(numbers(dtype, (2, *after, 3))), "size": i32(*before)}, way)
    yield Case(kind, {"grads": numbers("float32", (2, 3, 3)), "size": i32(2, 2)}, fails=True)
    yield Case(kind, {"grads": numbers("float32", (2, 3, 3, 1)), "size": i32(2)}, fails=True)


BOXES = np.array([[0.0, 0.0, 1.0, 1.0], [0.25, 0.5, 0.75, 1.25], [0.9, 0.1, 0.2, 0.6]], np.float32)


@cases_of("CropAndResizeGradImage")
def crop_grad_image(kind):
    for method in ("bilinear", "nearest"):
        for size in (i32(2, 5, 4, 3), i32(2, 1, 1, 3)):
            given = {"grads": numbers("float32", (3, 2, 3, 3)), "boxes": BOXES, "box_ind": i32(0, 1, 0)}
            given["image_size"] = size
            for dtype in ("float32", "float64"):
                yield Case(kind, given, {"T": f"dtype:{dtype}", "method": method}, grad=False, loose=1e-5)
    given = {
        "grads": numbers("float32", (3, 2, 3, 3)),
        "boxes": BOXES,
        "box_ind": i32(0, 1),
        "image_size": i32(2, 5, 4, 3),
    }
    yield Case(kind, given, {"T": "dtype:float32"}, fails=True)


@cases_of("CropAndResizeGradBoxes")
def crop_grad_boxes(kind):
    for dtype in ("float32", "float64", "uint8"):
        given = {"grads": numbers("float32", (3, 2, 3, 3)), "image": numbers(dtype, (2, 5, 4, 3)), "boxes": BOXES}
        yield Case(kind, {**given, "box_ind": i32(0, 1, 0)}, grad=False, loose=1e-5)
    yield Case(kind, {**given, "box_ind": i32(0, 1)}, fails=True)


ROWS, COLUMNS = i64(0, 2, 3, 5), i64(0, 1, 3, 4, 6)


@cases_of("FractionalAvgPoolGrad")
def fractional_avg_pool_grad(kind):
    for dtype in ("float32", "float64"):
        for overlapping in (False, True):
            given = {"orig_input_tensor_shape": i64(2, 5, 6, 2), "out_backprop": numbers(dtype, (2, 3, 4, 2))}
            given |= {"row_pooling_sequence": ROWS, "col_pooling_sequence": COLUMNS}
            yield Case(kind, given, {"overlapping": overlapping}, grad=False, loose=1e-5)


def windows(sequence, size, overlapping):
    for start, end in zip(sequence[:-1], sequence[1:]):
        yield slice(start, min(end + 1, size) if overlapping else end)


@cases_of("FractionalMaxPoolGrad")
def fractional_max_pool_grad(kind):
    for dtype in ("float32", "float64"):
        x = numbers(dtype, (2, 5, 6, 2))
        for overlapping in (False, True):
            rows = [
                np.stack([x[:, r, c].max((1, 2)) for c in windows(COLUMNS, 6, overlapping)], 1)
                for r in windows(ROWS, 5, overlapping)
            ]
            given = {
                "orig_input": x,
                "orig_output": np.stack(rows, 1),
                "out_backprop": numbers(dtype, (2, 3, 4, 2), seed=1),
            }
            given |= {"row_pooling_sequence": ROWS, "col_pooling_sequence": COLUMNS}
            yield Case(kind, given, {"overlapping": overlapping}, grad=False, loose=1e-5)


@cases_of("ScaleAndTranslate", "ScaleAndTranslateGrad")
def scale_and_translate(kind):
    backward = kind.endswith("Grad")
    for kernel in ("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic"):
        for before, after in SIZES[:2]:
            for antialias in (False, True):
                scale = np.float32([a / b for a, b in zip(after, before, strict=True)])
                where = {"scale": scale, "translation": np.float32([0.25, -0.5])}
                way = {"kernel_type": kernel, "antialias": antialias}
                if backward:
                    images = {
                        "grads": numbers("float32", (2, *after, 3)),
                        "original_image": numbers("float32", (2, *before, 3)),
                    }
                else:
                    images = {"images": numbers("float32", (2, *before, 3)), "size": i32(*after)}
                yield Case(kind, {**images, **where}, way, grad=not backward, loose=1e-4)
