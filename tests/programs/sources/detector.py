"""An SSD-like detector: anchors matched in a while_loop, hard negatives by top_k, boxes drawn and kept by non_max_suppression."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.contrib import slim

GRID, CLASSES = 5, 3


def anchors():
    y, x = np.mgrid[:GRID, :GRID]
    centres = (np.stack([y, x], -1).reshape(-1, 2) + 0.5) / GRID
    sizes = [(0.2, 0.2), (0.4, 0.3)]
    return np.concatenate([np.concatenate([centres, np.tile(s, (len(centres), 1))], 1) for s in sizes]).astype(
        np.float32
    )


def iou_with(box, boxes):
    top, bottom = tf.maximum(box[0], boxes[:, 0]), tf.minimum(box[2], boxes[:, 2])
    left, right = tf.maximum(box[1], boxes[:, 1]), tf.minimum(box[3], boxes[:, 3])
    inter = tf.maximum(bottom - top, 0.0) * tf.maximum(right - left, 0.0)
    volume = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]) + (box[2] - box[0]) * (box[3] - box[1])
    return tf.div(inter, volume - inter)


def encode(labels, boxes, priors):
    """What each anchor should say; boxes are [n, 4] corners, padded with label 0."""
    corners = tf.concat([priors[:, :2] - priors[:, 2:] / 2, priors[:, :2] + priors[:, 2:] / 2], 1)
    n = int(priors.shape[0])

    def condition(i, feat_labels, feat_scores, feat_boxes):
        return tf.less(i, tf.shape(labels)[0])

    def body(i, feat_labels, feat_scores, feat_boxes):
        jaccard = iou_with(boxes[i], corners)
        best = tf.one_hot(tf.argmax(jaccard), n, on_value=True, off_value=False, dtype=tf.bool)
        wins = tf.logical_and(tf.logical_or(jaccard > 0.4, best), jaccard > feat_scores)
        wins = tf.logical_and(wins, labels[i] > 0)
        imask, fmask = tf.cast(wins, tf.int64), tf.cast(wins, tf.float32)
        feat_labels = imask * labels[i] + (1 - imask) * feat_labels
        feat_scores = tf.where(wins, jaccard, feat_scores)
        feat_boxes = fmask[:, None] * boxes[i] + (1 - fmask[:, None]) * feat_boxes
        return [i + 1, feat_labels, feat_scores, feat_boxes]

    start = [0, tf.zeros([n], tf.int64), tf.zeros([n]), tf.zeros([n, 4]) + [0.0, 0.0, 1.0, 1.0]]
    _, feat_labels, feat_scores, feat_boxes = tf.while_loop(condition, body, start)
    centre = (feat_boxes[:, :2] + feat_boxes[:, 2:]) / 2
    size = feat_boxes[:, 2:] - feat_boxes[:, :2]
    shift = tf.concat([(centre - priors[:, :2]) / priors[:, 2:] / 0.1, tf.log(size / priors[:, 2:]) / 0.2], 1)
    return feat_labels, shift, feat_scores


def smooth_l1(x):
    absolute = tf.abs(x)
    return tf.where(absolute < 1, 0.5 * x**2, absolute - 0.5)


tf.set_random_seed(13)
random = np.random.RandomState(9)
priors = tf.constant(anchors(), name="anchors")
images = tf.placeholder(tf.float32, [None, 20, 20, 3])
gt_labels = tf.placeholder(tf.int64, [None, 2])
gt_boxes = tf.placeholder(tf.float32, [None, 2, 4])
targets, shifts, scores = tf.map_fn(
    lambda t: encode(t[0], t[1], priors), (gt_labels, gt_boxes), dtype=(tf.int64, tf.float32, tf.float32)
)
with slim.arg_scope([slim.conv2d], weights_regularizer=slim.l2_regularizer(5e-4), padding="SAME"):
    net = slim.repeat(images, 2, slim.conv2d, 6, [3, 3], scope="conv1")
    net = slim.max_pool2d(net, [2, 2], scope="pool1")
    net = slim.conv2d(net, 8, [3, 3], stride=2, scope="conv2")
    class_map = slim.conv2d(net, 2 * CLASSES, [3, 3], activation_fn=None, scope="classes")
    box_map = slim.conv2d(net, 8, [3, 3], activation_fn=None, scope="boxes")
logits = tf.reshape(tf.transpose(tf.reshape(class_map, [-1, GRID * GRID, 2, CLASSES]), [0, 2, 1, 3]), [-1, 50, CLASSES])
located = tf.reshape(tf.transpose(tf.reshape(box_map, [-1, GRID * GRID, 2, 4]), [0, 2, 1, 3]), [-1, 50, 4])
with tf.name_scope("ssd_losses"):
    pmask = targets > 0
    fpmask = tf.cast(pmask, tf.float32)
    n_positives = tf.reduce_sum(fpmask)
    predictions = slim.softmax(logits)
    nmask = tf.logical_not(pmask)
    nvalues = tf.where(nmask, predictions[:, :, 0], 1.0 - tf.cast(nmask, tf.float32))
    nvalues_flat = tf.reshape(nvalues, [-1])
    n_neg = tf.minimum(
        tf.cast(3 * n_positives, tf.int32) + tf.shape(images)[0], tf.reduce_sum(tf.cast(nmask, tf.int32))
    )
    val, _ = tf.nn.top_k(-nvalues_flat, k=n_neg)
    fnmask = tf.cast(tf.logical_and(nmask, nvalues < -val[-1]), tf.float32)
    with tf.name_scope("cross_entropy_pos"):
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=targets)
        tf.losses.compute_weighted_loss(loss, fpmask)
    with tf.name_scope("cross_entropy_neg"):
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=tf.cast(pmask, tf.int64))
        tf.losses.compute_weighted_loss(loss, fnmask)
    with tf.name_scope("localization"):
        tf.losses.compute_weighted_loss(smooth_l1(located - shifts), tf.expand_dims(fpmask, -1) * 0.5)
total = tf.losses.get_total_loss()
step = tf.train.get_or_create_global_step()
train_op = slim.learning.create_train_op(total, tf.train.MomentumOptimizer(0.01, 0.9), global_step=step)
with tf.name_scope("decode"):
    centre = located[0, :, :2] * 0.1 * priors[:, 2:] + priors[:, :2]
    size = tf.exp(located[0, :, 2:] * 0.2) * priors[:, 2:]
    corners = tf.clip_by_value(tf.concat([centre - size / 2, centre + size / 2], 1), 0.0, 1.0)
    confidence = tf.reduce_max(predictions[0, :, 1:], 1)
    chosen = tf.image.non_max_suppression(corners, confidence, 6, iou_threshold=0.3)
    kept = tf.gather(corners, chosen)
    drawn = tf.image.draw_bounding_boxes(images[:1], kept[None])
    crops = tf.image.crop_and_resize(images[:1], kept, tf.zeros_like(chosen), [4, 4])
losses = []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(12):
        labels = random.randint(0, CLASSES, (4, 2))
        labels[:, 0] = np.maximum(labels[:, 0], 1)
        low = random.rand(4, 2, 2) * 0.6
        boxes = np.concatenate([low, low + 0.15 + 0.25 * random.rand(4, 2, 2)], -1)
        pictures = random.rand(4, 20, 20, 3) * 0.2
        for p, ls, bs in zip(pictures, labels, boxes):
            for l, b in zip(ls, bs):
                y0, x0, y1, x1 = (b * 20).astype(int)
                p[y0:y1, x0:x1, l] = 1.0
        feed = {images: pictures, gt_labels: labels, gt_boxes: boxes}
        losses.append(float(sess.run(train_op, feed)))
    marks, best, found, pick, patches, painted = sess.run([targets, scores, kept, chosen, crops, drawn], feed)
print(json.dumps({
    "losses": losses, "targets": np.argwhere(marks).tolist(), "scores": [float(s) for s in best.max(1)], "kept": found.tolist(),
    "chosen": pick.tolist(), "crops": [float(patches.sum())], "painted": [float(painted.sum())],
    "collections": [t.name for t in tf.losses.get_losses()],
}))  # fmt: skip
