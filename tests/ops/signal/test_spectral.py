"""Transforms and framed signals have the values, operations, gradients and errors of TensorFlow's, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.ops import tiers
from tests.ops.expressions import agree, program
from tests.ops.programs import same, same_error

RANDOM = "np.random.RandomState(1)"
R = f"{RANDOM}.randn(2, 4, 6)"
C = f"({RANDOM}.randn(2, 4, 6) + 1j * {RANDOM}.randn(2, 4, 6)).astype(np.complex64)"
# Gradients are taken of real tensors only.
PARTS = "(lambda z: [tf.real(z), tf.imag(z)])"

CASES = [
    *(f"{PARTS}(tf.{name}{size}(P({C})))" for name in ("fft", "ifft") for size in ("", "2d", "3d")),
    f"{PARTS}(tf.fft(P({C}, None)))",
    f"{PARTS}(tf.signal.rfft(P({R})))",
    f"{PARTS}(tf.signal.rfft(P({R}[..., :5])))",
    f"{PARTS}(tf.signal.rfft(P({R}), [8]))",
    f"{PARTS}(tf.signal.rfft(P({R}, [None, None, None])))",
    f"tf.signal.irfft(P({C}))",
    f"tf.signal.irfft(P({C}), [11])",
    f"tf.signal.irfft(P({C}, [None, None, None]))",
    f"{PARTS}(tf.signal.rfft2d(P({R})))",
    f"{PARTS}(tf.signal.rfft2d(P({R}[..., :5])))",
    f"tf.signal.irfft2d(P({C}))",
    f"tf.signal.fftshift(P({R}))",
    f"tf.signal.ifftshift(P({R}), axes=[0, 2])",
    f"tf.signal.fftshift(P({R}), axes=1)",
    *(f"tf.signal.dct(P({R}), type={kind})" for kind in (1, 2, 3)),
    f"tf.signal.dct(P({R}), n=4)",
    f"tf.signal.dct(P({R}), n=9)",
    f"tf.signal.dct(P({R}), norm='ortho')",
    f"tf.signal.idct(P({R}), norm='ortho')",
    f"tf.signal.idct(P({R}), type=3)",
    f"tf.signal.frame(P({R}), 3, 2)",
    f"tf.signal.frame(P({R}), 4, 3, pad_end=True, pad_value=7)",
    f"tf.signal.frame(P({R}), 3, 1, axis=1)",
    f"tf.signal.frame(P({R}, None), P(4), P(2), axis=P(-1))",
    f"tf.signal.frame(P({R}), 9, 2)",
    f"tf.signal.overlap_and_add(P({R}), 2)",
    f"tf.signal.overlap_and_add(P({R}, [None, None, None]), P(4))",
    f"tf.signal.overlap_and_add(P({R}), 6)",
    "tf.signal.hann_window(5)",
    "tf.signal.hann_window(6)",
    "tf.signal.hann_window(1)",
    "tf.signal.hamming_window(6, periodic=False, dtype=tf.float64)",
    f"{PARTS}(tf.signal.stft(P({RANDOM}.randn(2, 40)), 10, 4))",
    f"{PARTS}(tf.signal.stft(P({RANDOM}.randn(40)), 10, 5, fft_length=12, window_fn=None, pad_end=True))",
    f"tf.signal.inverse_stft(P(({RANDOM}.randn(5, 9) + 0j).astype(np.complex64)), 12, 4)",
    f"tf.signal.inverse_stft(P(({RANDOM}.randn(5, 9) + 0j).astype(np.complex64)), 16, 4, "
    "window_fn=tf.signal.inverse_stft_window_fn(4))",
    f"tf.signal.inverse_stft(P(({RANDOM}.randn(5, 9) + 0j).astype(np.complex64)), 20, 4, fft_length=16)",
    "tf.signal.linear_to_mel_weight_matrix()",
    "tf.signal.linear_to_mel_weight_matrix(4, 17, 16000, 20.0, 8000.0, tf.float64)",
    f"tf.signal.mfccs_from_log_mel_spectrograms(P({R}))",
]


@pytest.mark.parametrize("expression", CASES[:7])
def test_operations_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, rtol=1e-3, grads=False)


@pytest.mark.parametrize("expression", CASES)
def test_values_and_gradients_are_those_of_tensorflow(peer, monkeypatch, expression):
    # TensorFlow 2 makes other operations of most of them than 1.15 did.
    same(peer, program(expression, names=False), monkeypatch, rtol=1e-4, atol=2e-5)


def _kernel_cases():
    random = np.random.RandomState(0)
    for shape in ((2, 3, 4, 6), (1, 3, 5, 7), (2, 0, 4, 5), (0, 2, 2, 2)):
        real = random.randn(*shape)
        z = real + 1j * random.randn(*shape)
        there_and_back = (("RFFT", "IRFFT"), ("RFFT2D", "IRFFT2D"), ("RFFT3D", "IRFFT3D"))
        for rank, suffix, (there, back) in zip((1, 2, 3), ("", "2D", "3D"), there_and_back, strict=True):
            for kind in ("FFT", "IFFT"):
                for dtype in (np.complex64, np.complex128):
                    yield f"{kind}{suffix}", dict(input=z.astype(dtype)), {}
            lengths = np.int32(shape[-rank:])
            yield there, dict(input=real.astype(np.float32), fft_length=lengths), {}
            yield there, dict(input=real.astype(np.float32), fft_length=lengths // 2), {}
            lengths = np.int32([*shape[-rank:-1], 2 * (shape[-1] - 1)])
            yield back, dict(input=z.astype(np.complex64), fft_length=lengths), {}
            odd = np.int32([*lengths[:-1], lengths[-1] - 1])
            yield back, dict(input=z.astype(np.complex64), fft_length=odd), {}


def test_kernels_of_all_types_agree_with_tensorflow_in_both_tiers(peer):
    cases = list(_kernel_cases())
    ours = tiers.both(*cases)
    answers = peer.run(tiers.PEER, cases=cases)["answers"]
    for (kind, inputs, _), mine, wanted in zip(cases, ours, answers, strict=True):
        what = f"{kind} {inputs['input'].dtype} {inputs['input'].shape} {inputs.get('fft_length')}"
        assert not isinstance(wanted, str), f"{what}: {wanted}"
        for a, b in zip(mine, wanted, strict=True):
            assert a.shape == b.shape, what
            tiers.close(a, b, what)


def test_the_old_batched_operations_are_the_new_ones():
    z = (np.arange(24) + 1j).reshape(2, 3, 4).astype(np.complex64)
    for kind in ("FFT", "IFFT", "FFT2D", "IFFT2D", "FFT3D", "IFFT3D"):
        new, old = tiers.both((kind, dict(input=z), {}), (f"Batch{kind}", dict(input=z), {}))
        np.testing.assert_array_equal(new[0], old[0])


def test_a_signal_comes_back_from_its_spectra():
    with tf.Graph().as_default(), tf.Session() as sess:
        signal = np.random.RandomState(0).randn(64).astype(np.float32)
        spectra = tf.signal.stft(signal, 16, 4)
        back = tf.signal.inverse_stft(spectra, 16, 4, window_fn=tf.signal.inverse_stft_window_fn(4))
        np.testing.assert_allclose(sess.run(back)[16:-16], signal[16:-16], atol=1e-5)


RUN = "s = tf.Session(); p = tf.placeholder(tf.int32); x = tf.ones([2, 4]); "
ERRORS = [
    (f"{RUN}s.run(tf.raw_ops.RFFT(input=x, fft_length=p), {{p: [8]}})", "must have length of at least 8 but got: 4"),
    (f"{RUN}s.run(tf.raw_ops.RFFT(input=x, fft_length=p), {{p: [-1]}})", "must >= 0, but got: -1"),
    (f"{RUN}s.run(tf.raw_ops.RFFT(input=x, fft_length=p), {{p: [1, 2]}})", "fft_length must have shape [1]"),
    ("tf.fft2d(np.zeros([3], np.complex64))", "Shape must be at least rank 2 but is rank 1"),
    ("tf.signal.dct(tf.ones([3]), type=5)", "(I)DCT are supported."),
    ("tf.signal.dct(tf.ones([3]), norm='x')", "Unknown normalization. Expected None or 'ortho', got: x"),
    ("tf.signal.dct(tf.ones([3]), axis=0)", "axis must be -1. Got: 0"),
    ("tf.signal.dct(tf.ones([1]), type=1)", "requires the dimension to be greater than one"),
    ("tf.signal.hann_window(3, dtype=tf.int32)", "dtype must be a floating point type."),
    ("tf.signal.linear_to_mel_weight_matrix(num_mel_bins=0)", "num_mel_bins must be positive. Got: 0"),
    ("tf.signal.linear_to_mel_weight_matrix(upper_edge_hertz=9000.0)", "must not be larger than the Nyquist frequency"),
    ("tf.signal.overlap_and_add(tf.ones([2, 3]), 2.0)", "frame_step must be an integer."),
]


@pytest.mark.parametrize(("source", "text"), ERRORS)
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, source, text):
    same_error(peer, source, monkeypatch, part=text)
