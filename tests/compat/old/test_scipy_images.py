"""`scipy.misc` makes, reads and resizes images with the numbers of SciPy 1.1 on Pillow 6.2."""

import io

import numpy as np
import pytest

I = np.arange(7 * 5 * 3)
COLOURS = ((I * I * 37 + I * 11) % 256).reshape(7, 5, 3)
BYTES = COLOURS.astype(np.uint8)
GREYS = (np.sin(np.arange(42) * 0.7) * 3 + 1).reshape(6, 7)
IMAGES = {
    "bytes": BYTES,
    "ints": COLOURS,
    "floats": GREYS,
    "float32": GREYS.astype(np.float32),
    "four": np.dstack([BYTES, BYTES[:, :, 0]]),
    "first": BYTES.transpose(2, 0, 1),
}


@pytest.fixture
def misc(program):
    return program("from scipy import misc\nfor name in 'imread imresize imsave toimage'.split(): getattr(misc, name)")


@pytest.mark.parametrize("name", IMAGES)
def test_arrays_become_images_with_the_same_bytes(program, recorded_array, name):
    found = program(
        "from scipy.misc import bytescale, toimage\n"
        "a = np.array(toimage(image)); b = bytescale(image); c = bytescale(image, cmin=1, cmax=2, high=200, low=10)",
        image=IMAGES[name],
    )
    np.testing.assert_array_equal(found.a, recorded_array(f"toimage/{name}"))
    np.testing.assert_array_equal(found.b, recorded_array(f"bytescale/{name}"))
    np.testing.assert_array_equal(found.c, recorded_array(f"bytescale_bounds/{name}"))


@pytest.mark.parametrize("interp", ["nearest", "lanczos", "bilinear", "bicubic", "cubic"])
@pytest.mark.parametrize("name", IMAGES)
def test_images_are_resized_to_the_same_bytes(program, recorded_array, name, interp):
    found = program(
        "import scipy.misc\na = scipy.misc.imresize(image, (9, 4), interp)", image=IMAGES[name], interp=interp
    )
    np.testing.assert_array_equal(found.a, recorded_array(f"imresize/{name}/{interp}"))


@pytest.mark.parametrize("name", IMAGES)
def test_sizes_may_be_percent_or_a_factor_and_images_be_turned(program, recorded_array, name):
    found = program(
        "from scipy.misc import *\nfrom scipy.misc import imresize, imrotate\n"
        "a, b, c = imresize(image, 150), imresize(image, 0.6), imrotate(image, 90)",
        image=IMAGES[name],
    )
    np.testing.assert_array_equal(found.a, recorded_array(f"imresize_percent/{name}"))
    np.testing.assert_array_equal(found.b, recorded_array(f"imresize_factor/{name}"))
    np.testing.assert_array_equal(found.c, recorded_array(f"imrotate/{name}"))


def test_modes_and_bounds_are_heeded(program, recorded_array):
    found = program(
        "from scipy.misc import imresize, toimage, imfilter\n"
        "a, b = imresize(greys, (3, 3), mode='F'), np.array(toimage(greys, cmin=0.0, cmax=255.0))\n"
        "c, d = np.array(toimage(greys, mode='I')), np.array(toimage(greys, mode='P').convert('RGB'))\n"
        "e = imfilter(image, 'blur')",
        greys=GREYS,
        image=BYTES,
    )
    np.testing.assert_allclose(found.a, recorded_array("imresize_F"), rtol=1e-6)
    np.testing.assert_array_equal(found.b, recorded_array("toimage_cmin"))
    np.testing.assert_array_equal(found.c, recorded_array("toimage_I"))
    np.testing.assert_array_equal(found.d, recorded_array("toimage_P"))
    np.testing.assert_array_equal(found.e, recorded_array("imfilter/bytes"))


def test_files_are_written_and_read(program, recorded_array):
    stream = io.BytesIO()
    found = program(
        "from scipy import misc, ndimage\nmisc.imsave(f, image, 'png')\n"
        "def again(**kwargs):\n  f.seek(0); return misc.imread(f, **kwargs)\n"
        "a, b, c = again(), again(flatten=True), again(mode='L')\nf.seek(0); d = ndimage.imread(f)",
        f=stream,
        image=BYTES,
    )
    np.testing.assert_array_equal(found.a, recorded_array("imread"))
    np.testing.assert_array_equal(found.d, recorded_array("imread"))
    np.testing.assert_array_equal(found.b, recorded_array("imread_flatten"))
    np.testing.assert_array_equal(found.c, recorded_array("imread_L"))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("toimage(np.zeros((2, 2), complex))", "Cannot convert a complex-valued array"),
        ("toimage(np.zeros((2, 2, 5)))", "does not have a suitable array shape"),
        ("toimage(np.zeros((2, 2)), mode='X')", "Unknown mode"),
        ("imfilter(np.zeros((2, 2)), 'nope')", "Unknown filter type"),
    ],
)
def test_what_makes_no_image_is_refused(program, source, text):
    with pytest.raises(ValueError, match=text):
        program(f"from scipy.misc import toimage, imfilter\n{source}")


def test_functions_that_moved_are_found_where_they_were(program, recorded_array):
    found = program("""
import scipy, scipy.misc, scipy.integrate, scipy.signal, scipy.stats
from scipy.misc import logsumexp, comb, factorial, derivative, central_diff_weights
values = [logsumexp([0, 0]), comb(4, 2), factorial(4), scipy.interp(1.5, [1, 2], [1, 2]), scipy.zeros(3).sum(),
    scipy.integrate.simps([1, 2, 3]), scipy.integrate.trapz([1, 2, 3]), scipy.signal.hann(3)[1]]
derivatives = [derivative(np.sin, 0.5, dx=1e-2, n=n, order=7) for n in (1, 2, 3)]
weights, counts = central_diff_weights(5, 2), scipy.stats.itemfreq([1, 1, 5, 2, 5, 5])
""")
    np.testing.assert_allclose(found.values, [np.log(2), 6, 24, 1.5, 0, 4, 4, 1])
    np.testing.assert_allclose(found.derivatives, recorded_array("derivative"), rtol=1e-6)
    np.testing.assert_allclose(found.weights, recorded_array("central"), atol=1e-14)
    np.testing.assert_array_equal(found.counts, recorded_array("itemfreq"))
