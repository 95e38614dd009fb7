"""CTC: losses, gradients and decoded labels are those of TensorFlow; so are the errors."""

import time

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree
from tests.ops.programs import same_error

LOGITS = "np.random.RandomState(0).randn(7, 3, 5) * 2"
SPARSE = "tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0], [2, 1], [2, 2]], [1, 1, 3, 0, 2, 2], [3, 3])"
TIMES = "[7, 4, 6]"
BATCH_FIRST = f"P(({LOGITS}).transpose(1, 0, 2))"
ENDED = "tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]], [1, 4, 3, 2, 9], [3, 2])"
SHORT = "tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0]], [1, 3, 3, 4], [3, 2])"
DENSE = "[[2, 2, 0], [4, 0, 0], [1, 3, 3]]"

LOSSES = {
    "plain": f"tf.nn.ctc_loss({SPARSE}, P({LOGITS}), {TIMES})",
    "double": f"tf.nn.ctc_loss({SPARSE}, P({LOGITS}, dtype='float64'), {TIMES})",
    "batch first": f"tf.nn.ctc_loss({SPARSE}, logits={BATCH_FIRST}, sequence_length={TIMES}, time_major=False)",
    "collapsed": f"tf.nn.ctc_loss({SPARSE}, P({LOGITS}), {TIMES}, preprocess_collapse_repeated=True)",
    "not merged": f"tf.nn.ctc_loss({SPARSE}, P({LOGITS}), {TIMES}, ctc_merge_repeated=False)",
    "too long": f"tf.nn.ctc_loss({SPARSE}, P({LOGITS}), [7, 4, 2], ignore_longer_outputs_than_inputs=True)",
    "no path": f"tf.nn.ctc_loss({SPARSE}, P({LOGITS}), [2, 4, 6])",
    "no time": f"tf.nn.ctc_loss({SPARSE}, P({LOGITS}), [0, 4, 6], ignore_longer_outputs_than_inputs=True)",
    "classes that end labels": f"tf.nn.ctc_loss({ENDED}, P({LOGITS}), {TIMES})",
    "sure and wrong": f"tf.nn.ctc_loss({SPARSE}, P(60 * ({LOGITS})), {TIMES})",
    "less sure": f"tf.nn.ctc_loss({SPARSE}, P(6 * ({LOGITS}), dtype='float64'), {TIMES})",
    "sparse, blank given": f"tf.nn.ctc_loss_v2({SHORT}, P({LOGITS}), None, {TIMES}, blank_index=2)",
    "dense": f"tf.nn.ctc_loss_v2({DENSE}, P({LOGITS}), [2, 1, 3], {TIMES})",
    "dense, batch first, last blank": f"tf.nn.ctc_loss_v2({DENSE}, {BATCH_FIRST}, [2, 1, 3], {TIMES}, False, None, -1)",
    "dense, unique": f"tf.nn.ctc_loss_v2({DENSE}, P({LOGITS}), [2, 1, 3], {TIMES}, unique=tf.nn.ctc_unique_labels({DENSE}))",
    "dense, no path": f"tf.nn.ctc_loss_v2({DENSE}, P({LOGITS}), [2, 0, 3], [2, 4, 1])",
}


@pytest.mark.parametrize("about", LOSSES)
def test_losses_and_gradients_are_those_of_tensorflow(peer, monkeypatch, about):
    agree(peer, monkeypatch, LOSSES[about], names=False, shapes=False, rtol=2e-4)


def test_the_loss_is_one_operation_with_known_shape(peer, monkeypatch):
    agree(peer, monkeypatch, LOSSES["plain"], grads=False)


DECODED = {
    "greedy": f"tf.nn.ctc_greedy_decoder(P({LOGITS}), [7, 4, 6])",
    "greedy, not merged": f"tf.nn.ctc_greedy_decoder(P(2.0 * ({LOGITS})), [7, 0, 6], merge_repeated=False)",
    "beam": f"tf.nn.ctc_beam_search_decoder(P({LOGITS}), [7, 4, 6], beam_width=8, top_paths=3)",
    "beam, not merged": f"tf.nn.ctc_beam_search_decoder(P({LOGITS}), [7, 4, 6], merge_repeated=False)",
    "beam of one": f"tf.nn.ctc_beam_search_decoder(P({LOGITS}), [7, 0, 6], beam_width=1)",
    "beam, second version": f"tf.nn.ctc_beam_search_decoder_v2(P({LOGITS}, dtype='float64'), [7, 4, 6], 20, 5)",
    "long": "tf.nn.ctc_beam_search_decoder(P(np.random.RandomState(3).randn(40, 2, 9)), [40, 33], 25, 4, False)",
}


@pytest.mark.parametrize("about", DECODED)
def test_decoded_labels_are_those_of_tensorflow(peer, monkeypatch, about):
    parts = "[[[s.indices, s.values, s.dense_shape] for s in found], score]"
    agree(peer, monkeypatch, f"(lambda found, score: {parts})(*{DECODED[about]})", names=False, grads=False, rtol=1e-4)


def test_labels_are_prepared_as_in_tensorflow(peer, monkeypatch):
    agree(
        peer,
        monkeypatch,
        "tf.nn.collapse_repeated([[1, 1, 2, 2, 1], [1, 2, 3, 4, 4]], [5, 3])",
        names=False,
        shapes=False,
    )
    agree(peer, monkeypatch, f"tf.nn.ctc_unique_labels({DENSE})", names=False)


ERRORS = {
    f"tf.nn.ctc_loss({SPARSE}, tf.zeros([7, 3, 5]), [7, 8, 7])": "sequence_length(1) <= 7",
    f"tf.nn.ctc_loss({SPARSE}, tf.zeros([7, 3, 5]), [7, 7, 2])": "Not enough time for target transition sequence",
    f"tf.nn.ctc_loss({SPARSE}, tf.zeros([7, 3, 5]), tf.placeholder_with_default([7, 7], None))": "len(sequence_length) != batch",
    "tf.nn.ctc_loss(tf.SparseTensor([[0, 0], [0, 1]], [4, 1], [1, 2]), tf.zeros([7, 1, 5]), [7])": "Saw a non-null label",
    "tf.nn.ctc_loss(tf.SparseTensor([[0, 0]], [-1], [1, 2]), tf.zeros([7, 1, 5]), [7])": "must be nonnegative integers",
    "tf.nn.ctc_loss(tf.SparseTensor([[0, 0]], [1], [2, 2]), tf.zeros([7, 2, 5]), [7, 7])": "Labels length is zero in batch 1",
    "tf.nn.ctc_loss(tf.SparseTensor([[0, 1], [0, 0]], [1, 1], [1, 2]), tf.zeros([7, 1, 5]), [7])": "is out of order",
    "tf.nn.ctc_loss(tf.SparseTensor([[3, 0]], [1], [4, 2]), tf.zeros([7, 1, 5]), [7])": "is out of bounds",
    "tf.nn.ctc_greedy_decoder(tf.zeros([7, 1, 5]), [8])[1]": "sequence_length(0) <= 7",
    "tf.nn.ctc_greedy_decoder(tf.zeros([0, 1, 5]), [0])[1]": "inputs must not be empty",
    "tf.nn.ctc_beam_search_decoder(tf.zeros([7, 1, 5]), [7], 2, 3)[1]": "requested more paths than the beam width.",
    "tf.nn.ctc_beam_search_decoder(tf.zeros([7, 1, 2]), [1], 9, 8)[1]": "Less leaves in the beam search than requested.",
}


@pytest.mark.parametrize("expression", ERRORS)
def test_errors_are_those_of_tensorflow(peer, monkeypatch, expression):
    same_error(peer, f"result = dict(y=tf.Session().run({expression}))", monkeypatch, part=ERRORS[expression])


def test_the_operation_of_cudnn_has_its_blank_in_front():  # TensorFlow has it on other devices only
    logits = np.random.RandomState(1).randn(6, 2, 4).astype(np.float32)
    indices = [[0, 0], [0, 1], [1, 0]]
    with tf.Graph().as_default(), tf.Session() as sess:
        x, y = tf.constant(logits), tf.constant(np.roll(logits, 1, axis=2))
        last = tf.nn.ctc_loss(tf.SparseTensor(indices, [1, 1, 2], [2, 2]), x, [6, 5])
        first = tf.ctc_loss_v2(y, indices, [2, 2, 3], [6, 5]).loss
        a, b, da, db = sess.run([last, first, tf.gradients(last, x)[0], tf.gradients(first, y)[0]])
    np.testing.assert_allclose(a, b)
    np.testing.assert_allclose(np.roll(da, 1, axis=2), db)


def test_arguments_are_checked():
    with tf.Graph().as_default():
        with pytest.raises(TypeError, match="to be a SparseTensor"):
            tf.nn.ctc_loss([[1]], tf.zeros([3, 1, 5]), [3])
        with pytest.raises(ValueError, match="blank_index must be given"):
            tf.nn.ctc_loss_v2(tf.SparseTensor([[0, 0]], [1], [1, 1]), tf.zeros([3, 1, 5]), None, [3])
        loss = tf.nn.ctc_loss(tf.SparseTensor([[0, 0]], [1], [1, 1]), (x := tf.zeros([3, 1, 5])), [3])
        with pytest.raises(LookupError, match="second  derivative of ctc_loss"):
            tf.gradients(tf.gradients(loss, x), x)


@pytest.mark.parametrize("dense", [False, True], ids=["sparse", "dense"])
def test_gradients_are_the_slopes_of_the_loss(dense):
    logits = np.random.RandomState(1).randn(5, 2, 4).astype(np.float32)
    with tf.Graph().as_default(), tf.Session():
        x = tf.constant(logits)
        if dense:
            y = tf.nn.ctc_loss_v2([[1, 1], [3, 0]], x, [2, 1], [5, 3])
        else:
            y = tf.nn.ctc_loss(tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1, 1, 2], [2, 2]), x, [5, 3])
        assert tf.test.compute_gradient_error(x, [5, 2, 4], y, [2], logits, 1e-2) < 2e-3


def test_a_long_batch_takes_well_under_a_second():
    random = np.random.RandomState(0)
    indices = [(b, i) for b in range(16) for i in range(40)]
    with tf.Graph().as_default(), tf.Session() as sess:
        labels = tf.SparseTensor(indices, random.randint(0, 30, len(indices)).astype(np.int32), [16, 40])
        logits = tf.constant(random.randn(200, 16, 31).astype(np.float32))
        slope = tf.gradients(tf.nn.ctc_loss(labels, logits, [200] * 16), logits)
        sess.run(slope)
        start = time.thread_time()  # others may be using the machine
        sess.run(slope)
        assert time.thread_time() - start < 0.8
