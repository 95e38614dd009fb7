"""`tf.contrib.labeled_tensor.nn`: activations and losses of labeled tensors.

The losses take logits before labels, as they did when this package was written. Like 1.15's, `crelu` and the losses that drop
an axis fail where the result has another shape than its axes say.
"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.labeled_tensor.elementwise import define_binary_op, define_unary_op, shown
from penstock.contrib.nn.functions import (
    deprecated_flipped_sigmoid_cross_entropy_with_logits,
    deprecated_flipped_softmax_cross_entropy_with_logits,
    deprecated_flipped_sparse_softmax_cross_entropy_with_logits,
)


def _one(name: str, function: Any) -> Any:
    return shown(define_unary_op(name, function), "x", space="nn.")


relu = export("contrib.labeled_tensor.nn.relu")(_one("relu", tf.nn.relu))
relu6 = export("contrib.labeled_tensor.nn.relu6")(_one("relu6", tf.nn.relu6))
elu = export("contrib.labeled_tensor.nn.elu")(_one("elu", tf.nn.elu))
softplus = export("contrib.labeled_tensor.nn.softplus")(_one("softplus", tf.nn.softplus))
softmax = export("contrib.labeled_tensor.nn.softmax")(_one("softmax", tf.nn.softmax))
log_softmax = export("contrib.labeled_tensor.nn.log_softmax")(_one("log_softmax", tf.nn.log_softmax))
sigmoid_cross_entropy_with_logits = export("contrib.labeled_tensor.nn.sigmoid_cross_entropy_with_logits")(
    shown(
        define_binary_op("sigmoid_cross_entropy_with_logits", deprecated_flipped_sigmoid_cross_entropy_with_logits),
        "x, x",
        space="nn.",
    )
)

_REFUSED = """
    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.LabeledTensor({value}, {axes})
    >>> lt.nn.{name}({arguments})
    {gives}
    """


def _changing(op: Any, value: str, axes: str, arguments: str, gives: str) -> Any:
    """For functions whose results have another shape than their axes, unless there are none."""
    op.__doc__ += _REFUSED.format(name=op.__name__, value=value, axes=axes, arguments=arguments, gives=gives)
    return op


_WRONG = "Traceback (most recent call last):\n    ValueError: {}"

crelu = export("contrib.labeled_tensor.nn.crelu")(
    _changing(
        define_unary_op("crelu", tf.nn.crelu),
        "tf.ones([2])",
        '["x"]',
        "x",
        _WRONG.format("Provided axis size 2 does not match tensor dimension size 4..."),
    )
)
l2_loss = export("contrib.labeled_tensor.nn.l2_loss")(
    _changing(
        define_unary_op("l2_loss", tf.nn.l2_loss),
        "tf.constant(3.0)",
        "[]",
        "x",
        "<LabeledTensor 'lt_l2_loss:0' shape=() dtype=float32\n     axes=[]>",
    )
)
softmax_cross_entropy_with_logits = export("contrib.labeled_tensor.nn.softmax_cross_entropy_with_logits")(
    _changing(
        define_binary_op("softmax_cross_entropy_with_logits", deprecated_flipped_softmax_cross_entropy_with_logits),
        "tf.ones([2, 3])",
        '["x", "y"]',
        "x, x",
        _WRONG.format("Tensor rank was not equal to the number of axes: ..."),
    )
)
sparse_softmax_cross_entropy_with_logits = export("contrib.labeled_tensor.nn.sparse_softmax_cross_entropy_with_logits")(
    _changing(
        define_binary_op(
            "sparse_softmax_cross_entropy_with_logits", deprecated_flipped_sparse_softmax_cross_entropy_with_logits
        ),
        "tf.ones([2, 3])",
        '["x", "y"]',
        'x, lt.LabeledTensor(tf.constant([0, 1]), ["x"])',
        _WRONG.format("Rank mismatch..."),
    )
)
