"""Flat indices, fingerprints, choices by number, dilated windows, sound: as TensorFlow."""

import time

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree
from tests.ops.programs import same, same_error

EXPRESSIONS = [
    "tf.unravel_index(P([2, 5, 7]), P([3, 3]))",
    "tf.unravel_index(P(11, dtype='int64'), P([2, 3, 4], dtype='int64'))",
    "tf.unravel_index(tf.zeros([0], tf.int32), [3, 3])",
    "tf.fingerprint(P(['a', 'bcd', 'e' * 100]))",
    "tf.fingerprint(P([['a', 'b'], ['c', 'd']]))",
    "tf.fingerprint(P(np.arange(24).reshape(2, 3, 4), dtype='int16'))",
    "tf.fingerprint(P(np.ones([0, 3])), 'farmhash64')",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_operations_give_what_tensorflow_gives(peer, monkeypatch, expression):
    # Version 2 has the public name of `unravel_index` only; its operation has the same name.
    agree(peer, monkeypatch, expression, names=False)


SOUND_WAVE = "P(np.sin(np.arange(2000) / 7.0)[:, None] * [1.0, 0.3])"
SPECTRUM = f"tf.raw_ops.AudioSpectrogram(input={SOUND_WAVE}, window_size=400, stride=160, magnitude_squared=True)"
RAW = [
    f"tf.raw_ops.AudioSpectrogram(input={SOUND_WAVE}, window_size=256, stride=100)",
    SPECTRUM,
    "tf.raw_ops.AudioSpectrogram(input=P(np.ones([10, 1])), window_size=16, stride=4)",
    f"tf.raw_ops.Mfcc(spectrogram={SPECTRUM}, sample_rate=16000)",
    f"tf.raw_ops.Mfcc(spectrogram={SPECTRUM}, sample_rate=8000, upper_frequency_limit=3000.0, lower_frequency_limit=50.0,"
    " filterbank_channel_count=20, dct_coefficient_count=7)",
    "tf.raw_ops.DataFormatDimMap(x=P([[-4, -1], [0, 3]]), src_format='NHWC', dst_format='NCHW')",
    "tf.raw_ops.DataFormatDimMap(x=P(2, dtype='int64'), src_format='NCHW', dst_format='NHWC')",
    "tf.raw_ops.DataFormatVecPermute(x=P([1, 2, 3, 4]), src_format='NHWC', dst_format='NCHW')",
    "tf.raw_ops.DataFormatVecPermute(x=P([[1, 5], [2, 6], [3, 7], [4, 8]]), src_format='NCHW', dst_format='HWNC')",
    *(
        f"tf.raw_ops.Inplace{how}(x=tf.identity(P(np.ones([3, 2]))), i=[2, 0], v=P([[5.0, 6.0], [7.0, 8.0]]))"
        for how in ("Update", "Add", "Sub")
    ),
    "tf.raw_ops.Empty(shape=[2, 3], dtype=tf.float32, init=True)",
]


@pytest.mark.parametrize("expression", RAW)
def test_operations_without_a_public_name_give_what_tensorflow_gives(peer, monkeypatch, expression):
    # The static shapes of some are less known in TensorFlow; the last bits of sums in another order differ.
    agree(peer, monkeypatch, expression, names=False, shapes=False, grads=False, rtol=2e-4)


ERRORS = {
    "tf.raw_ops.DataFormatVecPermute(x=tf.placeholder_with_default([1, 2, 3], None))": "",
    "tf.raw_ops.DataFormatDimMap(x=[1], src_format='NHWC', dst_format='NCHX')": "",
    "tf.raw_ops.InplaceAdd(x=tf.ones([2, 2]), i=[0], v=tf.placeholder_with_default(tf.ones([1, 3]), None))": "",
    "tf.unravel_index([9], [3, 3])": "index is out of bound as with dims",
    "tf.unravel_index([1], [3, 0])": "Input dims cannot contain a dim of zero",
    "tf.fingerprint(['a'], 'md5')": "nsupported",
    "tf.audio.decode_wav(b'RIFX')": "",
    "tf.audio.decode_wav(b'RIFF')": "",
    "tf.audio.encode_wav(tf.placeholder_with_default([1.0], None), 8000)": "",
}


@pytest.mark.parametrize("expression", ERRORS)
def test_errors_are_of_the_same_class(peer, monkeypatch, expression):
    program = f"result = dict(y=tf.Session().run(tf.identity_n([{expression}][0:1])[0]))"
    if "audio" in expression:
        program = f"result = dict(y=tf.Session().run({expression}))"
    same_error(peer, program, monkeypatch, part=ERRORS[expression])


@pytest.mark.parametrize("level", [-1, 1], ids=["interpreted", "compiled"])
def test_comparisons_are_packed_into_bits_as_numpy_packs_them(level):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = level
    numbers, flags = np.arange(48, dtype=np.float32).reshape(2, 24) % 7, np.array([True, False, False, True] * 4)
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        x, f = tf.placeholder(tf.float32, [2, 24]), tf.placeholder(tf.bool, [16])
        packed = [tf.raw_ops.CompareAndBitpack(input=i, threshold=t) for i, t in ((x, 3.0), (f, False))]
        a, b = sess.run(packed, {x: numbers, f: flags})
        np.testing.assert_array_equal(a, np.packbits(numbers > 3, axis=1))
        np.testing.assert_array_equal(b, np.packbits(flags))
        with pytest.raises(ValueError, match="divisible by 8"):
            tf.raw_ops.CompareAndBitpack(input=tf.zeros([3]), threshold=0.0)


def test_the_time_is_that_of_the_run():
    with tf.Graph().as_default(), tf.Session() as sess:
        now = tf.timestamp()
        before = time.time()
        first = sess.run(now)
        assert before <= first <= time.time()
        time.sleep(0.01)
        assert sess.run(now) > first
        assert sess.run(tf.user_ops.my_fact()) == b"0! == 1"


CHOICE = """
i, x = tf.placeholder(tf.int32, []), tf.placeholder(tf.float32, [])
ys = [
    tf.switch_case(i, [lambda: x * 2, lambda: x + 1, lambda: -x]),
    tf.switch_case(i, {1: lambda: x + 1, 0: lambda: x * 2}, default=lambda: x * 100),
    tf.switch_case(i, [(0, lambda: x * 5)]),
]
grads = [tf.gradients(y, x)[0] for y in ys]
with tf.Session() as sess:
    result = dict(runs=[[np.float32(v) for v in sess.run(ys + grads, {i: k, x: 3.0})] for k in (-1, 0, 1, 2, 7)])
"""


def test_branches_are_chosen_by_number(peer, monkeypatch):
    same(peer, CHOICE, monkeypatch)


@pytest.mark.parametrize(
    "arguments, error",
    [
        ("1, [lambda: 1]", TypeError),
        ("tf.constant(1.0), [lambda: 1]", TypeError),
        ("tf.constant(1), []", ValueError),
        ("tf.constant(1), [3]", TypeError),
        ("tf.constant(1), {0: lambda: 1, 2: lambda: 2}", ValueError),
    ],
)
def test_branches_of_the_wrong_form_are_refused(arguments, error):
    with tf.Graph().as_default(), pytest.raises(error):
        eval(f"tf.switch_case({arguments})", {"tf": tf})


X = "P(np.random.RandomState(0).randn(2, 9, 8, 3))"
POOL = "lambda x, n, padding: tf.nn.pool(x, [2, 2], 'MAX', padding)"
DILATED = [
    f"tf.nn.with_space_to_batch({X}, [2, 3], 'VALID', {POOL})",
    f"tf.nn.with_space_to_batch({X}, [2, 3], 'SAME', {POOL}, [2, 2])",
    f"tf.nn.with_space_to_batch({X}, P([2, 1]), 'SAME', {POOL}, filter_shape=[2, 2])",
    f"tf.nn.with_space_to_batch({X}, [1, 1], 'SAME', {POOL})",
    "tf.nn.with_space_to_batch(P(np.random.RandomState(0).randn(2, 3, 9, 2), [None] * 4), [2], 'VALID',"
    " lambda x, n, padding: x[:, :, 1:] + x[:, :, :-1], spatial_dims=[2])",
]


@pytest.mark.parametrize("expression", DILATED)
def test_operations_on_dilated_windows(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False, shapes=False)


def test_what_cannot_be_dilated_is_refused():
    def unchanged(x, n, padding):
        return x

    with tf.Graph().as_default():
        x = tf.zeros([1, 4, 4, 1])
        for arguments in (([[2]], "VALID"), ([2, 0], "VALID"), ([2, 2], "SAME"), ([2, 2], "FULL")):
            with pytest.raises(ValueError):
                tf.nn.with_space_to_batch(x, *arguments, unchanged)


SOUND = """
x = np.random.RandomState(0).uniform(-1.3, 1.3, [50, 2]).astype("f")
with tf.Session() as sess:
    file = sess.run(tf.audio.encode_wav(x, 16000))
    extra = file[:12] + file[12:36] + b"LIST" + np.int32(4).tobytes() + b"abcd" + file[36:]
    calls = [tf.audio.decode_wav(file), tf.audio.decode_wav(file, 1), tf.audio.decode_wav(file, 3, 70),
             tf.audio.decode_wav(file, desired_samples=10), tf.audio.decode_wav(extra)]
    shapes = [c[0].shape.as_list() for c in calls]
    result = dict(file=file, shapes=shapes, values=[np.asarray(v) for c in calls for v in sess.run(c)])
"""


def test_sound_is_written_and_read_as_by_tensorflow(peer, monkeypatch):
    same(peer, SOUND, monkeypatch)
