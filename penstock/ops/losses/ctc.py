"""Connectionist temporal classification: the loss of labels whose places in time are not known, with its gradient.

`ctc_loss` takes sparse labels and is one operation, computed on the host: how many labels a batch has differs from batch to
batch, and XLA would compile each of them anew. `ctc_loss_v2` takes dense labels too, by a loop that both tiers run.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.util.deprecation import deprecated_argument_lookup

_NEVER = -np.inf


# -- the operation --------------------------------------------------------------------------------------------------------


def _shape(c):
    (steps, batch, classes), (count, _), (values,), (lengths,) = rule.with_ranks(c, 3, 2, 1, 1)
    rule.merge_dims(count, values)
    batch = rule.merge_dims(batch, lengths)
    return [[batch], [steps, batch, classes]]


@op("CTCLoss", shape=_shape, host=True)
def _ctc_loss(
    xp,
    inputs,
    labels_indices,
    labels_values,
    sequence_length,
    *,
    preprocess_collapse_repeated,
    ctc_merge_repeated,
    ignore_longer_outputs_than_inputs,
):
    _check_inputs(inputs, labels_indices, labels_values, sequence_length)
    steps, batch, classes = inputs.shape
    labels = _sequences(labels_indices, labels_values, batch)
    for b, length in enumerate(sequence_length.tolist()):
        if not 0 <= length <= steps:
            raise errors.invalid(f"seq_len({b}) < 0" if length < 0 else f"sequence_length({b}) <= {steps}")
    targets = [
        _target(
            b, label, classes, int(sequence_length[b]), preprocess_collapse_repeated, ignore_longer_outputs_than_inputs
        )
        for b, label in enumerate(labels)
    ]
    loss, slope = np.zeros(batch, inputs.dtype), np.zeros(inputs.shape, inputs.dtype)
    given = np.array([len(label) for label in labels])
    used = np.flatnonzero((sequence_length > 0) & (given <= sequence_length))
    if used.size:
        lengths = sequence_length[used]
        chosen = [targets[b] for b in used]
        loss[used], slope[:, used] = _loss_and_slope(inputs[:, used], chosen, lengths, ctc_merge_repeated)
    return loss, slope


_SIGNATURE = opdef.parse_signature(
    ["inputs: float", "labels_indices: int64", "labels_values: int32", "sequence_length: int32"],
    ["loss: float", "gradient: float"],
    [
        "preprocess_collapse_repeated: bool = false",
        "ctc_merge_repeated: bool = true",
        "ignore_longer_outputs_than_inputs: bool = false",
    ],
)


@op("CTCLossV2", shape=_shape, host=True, sig=_SIGNATURE)
def _ctc_loss_v2(
    xp,
    inputs,
    labels_indices,
    labels_values,
    sequence_length,
    *,
    preprocess_collapse_repeated,
    ctc_merge_repeated,
    ignore_longer_outputs_than_inputs,
):
    """The operation that 1.x had for cuDNN: class 0 is the blank."""
    moved = np.roll(inputs, -1, axis=2)
    # A label that is the blank ends the labels, as the highest class does in `CTCLoss`.
    values = np.where(labels_values == 0, inputs.shape[2] - 1, labels_values - 1).astype(np.int32)
    loss, slope = _ctc_loss(
        xp,
        moved,
        labels_indices,
        values,
        sequence_length,
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    )
    return loss, np.roll(slope, 1, axis=2)


def _check_inputs(inputs: np.ndarray, indices: np.ndarray, values: np.ndarray, lengths: np.ndarray) -> None:
    for array, rank, text in (
        (inputs, 3, "inputs is not a 3-Tensor"),
        (lengths, 1, "sequence_length is not a vector"),
        (indices, 2, "labels_indices is not a matrix"),
        (values, 1, "labels_values is not a vector"),
    ):
        if array.ndim != rank:
            raise errors.invalid(text)
    batch = inputs.shape[1]
    if batch != len(lengths):
        raise errors.invalid(
            f"len(sequence_length) != batch_size.  len(sequence_length):  {len(lengths)} batch_size: {batch}"
        )
    if len(indices) != len(values):
        shapes = " vs. ".join(sparse_rows.bracketed(a.shape) for a in (indices, values))
        raise errors.invalid(
            f"labels_indices and labels_values must contain the same number of rows, but saw shapes: {shapes}"
        )
    if not batch:
        raise errors.invalid("batch_size must not be 0")


def _sequences(indices: np.ndarray, values: np.ndarray, batch: int) -> list[list[int]]:
    """The labels of each element of the batch."""
    longest = int(indices[:, 1].max(initial=-1)) + 1
    try:
        sparse_rows.check_bounds(np, indices, np.array([batch, longest]))
        sparse_rows.check_increasing(np, indices)
    except errors.InvalidArgumentError as error:
        raise errors.invalid(f"label SparseTensor is not valid: {error.message}") from None
    ends = np.searchsorted(indices[:, 0], np.arange(batch), side="right")
    return [part.tolist() for part in np.split(values, ends[:-1])]


def _target(b: int, label: list[int], classes: int, time: int, collapse: bool, ignore_longer: bool) -> list[int]:
    """The labels that are left of one sequence after checks: classes above the last one end it."""
    if not label:
        raise errors.invalid(f"Labels length is zero in batch {b}")
    kept: list[int] = []
    ended = False
    for i, value in enumerate(label):
        if collapse and i and value == label[i - 1]:
            continue
        if value >= classes - 1:
            ended = True
        elif ended:
            raise errors.invalid(
                f"Saw a non-null label (index >= num_classes - 1) following a null label, batch: {b} num_classes: {classes} "
                f"labels: {_joined(label)} labels seen so far: {_joined(kept)}"
            )
        else:
            kept.append(value)
    if any(value < 0 for value in kept):
        raise errors.invalid(f"All labels must be nonnegative integers, batch: {b} labels: {_joined(kept)}")
    if len(label) > time and not ignore_longer:
        raise errors.invalid(
            f"Not enough time for target transition sequence (required: {len(label)}, available: {time}){b}"
            "You can turn this error into a warning by using the flag ignore_longer_outputs_than_inputs"
        )
    return kept


def _joined(values: list[int]) -> str:
    return ",".join(map(str, values))


def _loss_and_slope(
    inputs: np.ndarray, targets: list[list[int]], lengths: np.ndarray, merge: bool
) -> tuple[np.ndarray, np.ndarray]:
    """-log p(target | inputs), and its slope, by the forward-backward algorithm over the whole batch at once.

    A state is a place in the target with blanks around each label. All is done in float64: the probabilities of two paths
    are differences of numbers that grow with time.
    """
    steps, batch, classes = inputs.shape
    blank = classes - 1
    most = max(map(len, targets))
    path = np.full((batch, 2 * most + 1), blank)
    for b, target in enumerate(targets):
        path[b, 1 : 2 * len(target) : 2] = target
    sizes = np.array([2 * len(target) + 1 for target in targets])
    inside = np.arange(path.shape[1]) < sizes[:, None]

    powers = np.exp(inputs - inputs.max(axis=2, keepdims=True))
    probabilities = powers / powers.sum(axis=2, keepdims=True)
    # What is too small for the type of the inputs never happens, and a path through it gives an infinite loss, as in 1.x.
    probabilities[probabilities < np.finfo(inputs.dtype).tiny] = 0
    log_y = np.log(np.take_along_axis(probabilities, path[None], axis=2).astype(np.float64))

    # Weights of the moves into a state (0: allowed): from itself, from one state before, from two before.
    stay = np.where(merge | (path == blank), 0.0, _NEVER)
    skip = np.full(path.shape, _NEVER)
    jumps = path[:, 2:] != blank
    skip[:, 2:] = np.where(jumps & (path[:, 2:] != path[:, :-2]) if merge else jumps, 0.0, _NEVER)

    # Two states that are never reached stand before the first, or after the last: neighbours are slices.
    width = path.shape[1]
    padded = np.full((steps, batch, width + 2), _NEVER)
    log_alpha = padded[:, :, 2:]
    log_alpha[0, :, :2] = log_y[0, :, :2]
    for t in range(1, steps):
        before = padded[t - 1]
        log_alpha[t] = _log_sum(before[:, 2:] + stay, before[:, 1:-1], before[:, :-2] + skip) + log_y[t]

    last = inside & (np.arange(width) >= sizes[:, None] - 2)
    ends = np.where(last, 0.0, _NEVER)
    log_beta = np.full((steps, batch, width), _NEVER)
    after = np.full((batch, width + 2), _NEVER)
    for t in reversed(range(steps)):
        if t + 1 < steps:
            np.add(log_beta[t + 1], log_y[t + 1], out=after[:, :width])
            here = after[:, :width]
            jumped = after[:, 2:].copy()
            jumped[:, : width - 2] += skip[:, 2:]
            log_beta[t] = _log_sum(here + stay, after[:, 1:-1], jumped)
        ending = lengths == t + 1
        if ending.any():
            log_beta[t, ending] = ends[ending]

    joint = np.where(inside, log_alpha + log_beta, _NEVER)
    log_p = _log_sum(*joint[0].T)
    found = np.isfinite(log_p)
    share = np.where(found[:, None], np.exp(joint - np.where(found, log_p, 0.0)[:, None]), 0.0)
    slope = probabilities.astype(np.float64)
    slope[:, :, blank] -= share[:, :, ::2].sum(axis=2)
    if most:
        place = np.arange(steps * batch).reshape(steps, batch, 1) * classes + path[:, 1::2]
        of_labels = np.bincount(place.ravel(), share[:, :, 1::2].ravel(), minlength=slope.size)
        slope -= of_labels.reshape(slope.shape)
    slope[np.arange(steps)[:, None] >= lengths] = 0.0
    return -log_p, slope


def _log_sum(*terms: np.ndarray) -> np.ndarray:
    """log(sum(exp(terms)))."""
    top = np.maximum.reduce(terms)
    safe = np.where(top == _NEVER, 0.0, top)
    total = np.exp(terms[0] - safe)
    for term in terms[1:]:
        total += np.exp(term - safe)
    return np.log(total) + safe


@gradient("CTCLoss")
@gradient("CTCLossV2")
def _ctc_loss_grad(op, grad_loss, _):
    once = apply(
        "PreventGradient",
        input=op.outputs[1],
        message="Currently there is no way to take the second  derivative of ctc_loss due to the fused implementation's "
        "interaction  with tf.gradients()",
    )
    return tf.expand_dims(grad_loss, -1) * once, None, None, None


# -- public functions -----------------------------------------------------------------------------------------------------


@export("nn.ctc_loss")
def ctc_loss(
    labels: SparseTensor,
    inputs: NestedTensors | None = None,
    sequence_length: TensorLike | None = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: TensorLike | None = None,
) -> Tensor:
    """The CTC loss of each element of a batch: -log of the probability that the inputs spell the labels.

    Args:
      labels: an int32 `SparseTensor` [batch, time] of classes below `num_classes - 1`, which is the blank.
      inputs: logits [time, batch, num_classes]; the softmax is part of the loss.
      sequence_length: int32 [batch], how many steps of `inputs` are used.
      preprocess_collapse_repeated: whether labels that follow themselves count once.
      ctc_merge_repeated: whether outputs that follow themselves without a blank between them count once.
      ignore_longer_outputs_than_inputs: whether labels that do not fit into their time have loss 0 instead of being an error.
      time_major: False if `inputs` is [batch, time, num_classes].
      logits: another name of `inputs`.

    Returns:
      A float tensor [batch].

    Raises:
      TypeError: `labels` is not a SparseTensor.

    >>> import penstock as tf
    >>> labels = tf.SparseTensor([[0, 0]], [0], [1, 1])
    >>> print(tf.Session().run(tf.nn.ctc_loss(labels, tf.zeros([2, 1, 2]), [2])).round(4))  # 3 of 4 paths spell "0"
    [0.2877]
    """
    if not isinstance(labels, SparseTensor):
        raise TypeError("Expected labels (first argument) to be a SparseTensor")
    inputs = deprecated_argument_lookup("logits", logits, "inputs", inputs)
    if not time_major:
        inputs = tf.transpose(inputs, [1, 0, 2])
    loss, _ = apply(
        "CTCLoss",
        inputs=inputs,
        labels_indices=labels.indices,
        labels_values=labels.values,
        sequence_length=sequence_length,
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    )
    return loss


@export("nn.ctc_loss_v2")
def ctc_loss_v2(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The CTC loss of dense labels padded with 0, or of a `SparseTensor`.

    Args:
      labels: integers [batch, max_label_length], or a `SparseTensor` of int32.
      logits: [time, batch, num_classes].
      label_length: integers [batch]; None if `labels` is sparse.
      logit_length: integers [batch].
      logits_time_major: False if `logits` is [batch, time, num_classes].
      unique: what `ctc_unique_labels(labels)` returned; the result does not depend on it.
      blank_index: which class is the blank: 0 by default, must be given for sparse labels. -1 is the last one.
      name: a name for the operations.

    >>> import penstock as tf
    >>> loss = tf.nn.ctc_loss_v2([[1]], tf.zeros([2, 1, 2]), [1], [2])
    >>> print(tf.Session().run(loss).round(4))
    [0.2877]
    """
    if isinstance(labels, SparseTensor):
        return _with_sparse_labels(labels, logits, logit_length, logits_time_major, blank_index)
    with name_scope(name, "ctc_loss_dense", [logits, labels, label_length, logit_length]):
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        label_length = convert_to_tensor(label_length, name="label_length")
        logit_length = convert_to_tensor(logit_length, name="logit_length")
        if not logits_time_major:
            logits = tf.transpose(logits, perm=[1, 0, 2])
        if blank_index:
            if blank_index < 0:
                blank_index += _dimension(logits, 2)
            parts = [logits[:, :, blank_index : blank_index + 1], logits[:, :, :blank_index]]
            logits = tf.concat([*parts, logits[:, :, blank_index + 1 :]], axis=2)
            labels = tf.where(labels < blank_index, labels + 1, labels)
        from penstock.ops.losses.ctc_dense import dense_loss

        return dense_loss(logits, labels, label_length, logit_length)


@export("ctc_loss_v2")
def ctc_loss_of_cudnn(
    inputs: NestedTensors,
    labels_indices: TensorLike,
    labels_values: TensorLike,
    sequence_length: TensorLike,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    name: str | None = None,
) -> Any:
    """The operation `CTCLossV2`: the CTC loss with class 0 as the blank, and its gradient.

    Args:
      inputs: logits [time, batch, num_classes].
      labels_indices: int64 [n, 2], the indices of sparse labels.
      labels_values: int32 [n].
      sequence_length: int32 [batch].
      preprocess_collapse_repeated: as for `tf.nn.ctc_loss`.
      ctc_merge_repeated: as for `tf.nn.ctc_loss`.
      ignore_longer_outputs_than_inputs: as for `tf.nn.ctc_loss`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> loss, gradient = tf.ctc_loss_v2(tf.zeros([2, 1, 2]), [[0, 0]], [1], [2])
    >>> print(tf.Session().run(loss).round(4))
    [0.2877]
    """
    return apply(
        "CTCLossV2",
        name,
        inputs=inputs,
        labels_indices=labels_indices,
        labels_values=labels_values,
        sequence_length=sequence_length,
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    )


def _with_sparse_labels(
    labels: SparseTensor, logits: TensorLike, logit_length: Any, time_major: bool, blank_index: int | None
) -> Tensor:
    if blank_index is None:
        raise ValueError("blank_index must be given when using SparseTensor labels.")
    logits = convert_to_tensor(logits, name="logits")
    classes = _dimension(logits, 2)
    if blank_index < 0:
        blank_index += classes
    if blank_index != classes - 1:
        parts = [logits[:, :, :blank_index], logits[:, :, blank_index + 1 :]]
        logits = tf.concat([*parts, logits[:, :, blank_index : blank_index + 1]], axis=2)
        values = tf.where(labels.values < blank_index, labels.values, labels.values - 1)
        labels = SparseTensor(labels.indices, values, labels.dense_shape)
    return ctc_loss(labels, logits, logit_length, time_major=time_major)


def _dimension(tensor: Tensor, i: int) -> Any:
    """One dimension, as a number if it is known."""
    known = tensor.shape.as_list()[i] if tensor.shape.ndims is not None else None
    return tf.shape(tensor)[i] if known is None else known


@export("nn.collapse_repeated")
def collapse_repeated(labels: TensorLike, seq_length: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Labels without those that follow themselves, and how many are left in each row.

    Args:
      labels: [batch, max_length].
      seq_length: integers [batch].
      name: a name for the operations.

    >>> import penstock as tf
    >>> kept, lengths = tf.Session().run(tf.nn.collapse_repeated([[1, 1, 2, 2, 1], [1, 2, 3, 4, 5]], [5, 3]))
    >>> kept.tolist(), lengths.tolist()
    ([[1, 2, 1], [1, 2, 3]], [3, 3])
    """
    with name_scope(name, "collapse_repeated_labels", [labels, seq_length]):
        labels = convert_to_tensor(labels, name="labels")
        seq_length = convert_to_tensor(seq_length, name="seq_length")
        first = tf.ones_like(labels[:, :1], tf.bool)
        new = tf.concat([first, tf.not_equal(labels[:, 1:], labels[:, :-1])], axis=1)
        new = tf.logical_and(new, tf.sequence_mask(seq_length, maxlen=_dimension(labels, 1)))
        lengths = tf.reduce_sum(tf.cast(new, tf.int32), axis=1)
        longest = tf.reduce_max(lengths)
        places = tf.where(tf.sequence_mask(lengths, maxlen=longest))
        shape = tf.stack([_dimension(labels, 0), longest])
        kept = tf.scatter_nd(places, tf.boolean_mask(labels, new), tf.cast(shape, tf.int64))
        return kept, tf.cast(lengths, seq_length.dtype)


@export("nn.ctc_unique_labels")
def ctc_unique_labels(labels: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The different labels of each row, padded with 0, and where each label stands among them.

    Args:
      labels: [batch, max_label_length].
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.ctc_unique_labels([[3, 4, 4, 3]]))
    [array([[3, 4, 0, 0]]), array([[0, 1, 1, 0]], dtype=int32)]
    """
    with name_scope(name, "ctc_unique_labels", [labels]):
        labels = convert_to_tensor(labels, name="labels")

        def unique(row):
            values, places = tf.unique(row)
            padded = tf.pad(values, [[0, _dimension(places, 0) - _dimension(values, 0)]])
            return [tf.cast(padded, tf.int64), places]

        return tf.map_fn(unique, labels, dtype=[tf.int64, tf.int32])
