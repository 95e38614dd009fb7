"""What the arguments of the functions of `tf.compat.v2` mean, for their docstrings.

Most mean the same in all functions that have them; those that do not are told apart by the function's name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

_SAID = {
    "a": "a tensor.",
    "aggregation_method": "how gradients of one tensor are added, see `tf.AggregationMethod`.",
    "arr": "a tensor of int32 that are not negative.",
    "axes": "the axes to reduce.",
    "axis": "the axis or axes; all of them if it is None.",
    "back_prop": "whether gradients are wanted.",
    "batch_dims": "how many of the first dimensions are those of a batch.",
    "body": "a function of the loop variables that returns the new ones.",
    "cond": "a function of the loop variables that tells whether to go on.",
    "conjugate": "whether to conjugate complex elements, too.",
    "constant_values": 'what mode "CONSTANT" fills up with.',
    "dtype": "the type of the result; found from the values if it is None.",
    "dtype_hint": "the type to try first, if `dtype` is None.",
    "epsilon": "a lower limit of the squared norm.",
    "false_fn": "a function without arguments, for the case that it does not hold.",
    "gate_gradients": "whether gradients of one operation wait for each other.",
    "grad_ys": "the gradients to begin with, of the shapes of `ys`; 1 by default.",
    "indices": "the positions, int32 or int64.",
    "input": "a tensor.",
    "input_tensor": "a tensor.",
    "keepdims": "if True, reduced axes are kept with length 1.",
    "labels": "what is wanted.",
    "lam": "the rates, one Poisson distribution for each.",
    "logits": "logits, which need not be scaled.",
    "loop_vars": "the values to begin with, a structure of tensors.",
    "mask": "bools, of the shape of the dimensions they choose from.",
    "maximum_iterations": "the largest number of turns.",
    "maxlength": "the length of the result, at most; larger numbers are left out.",
    "message": "what to put before the text of the error.",
    "minlength": "the length of the result, at least.",
    "mode": '"CONSTANT", "REFLECT" or "SYMMETRIC".',
    "name": "a name for the operation.",
    "noise_shape": "the shape of the random choice, which is broadcast to that of `x`.",
    "num_classes": "the number of classes; one more than the largest number by default.",
    "ord": 'the norm: "euclidean", "fro", `np.inf` or a positive number.',
    "out_type": "the type of the result, `tf.int32` or `tf.int64`.",
    "output_type": "the type of the positions, `tf.int32` or `tf.int64`.",
    "paddings": "`[rank, 2]`: how many elements to add before and after, in each dimension.",
    "parallel_iterations": "how many turns may run at once in 1.15; it changes no result.",
    "params": "the tensor to take elements from.",
    "perm": "the new order of the dimensions; backwards by default.",
    "pred": "a scalar of bools: the condition.",
    "predictions": "what the model says.",
    "rate": "the share of elements to set to 0.",
    "seed": "the seed of the random numbers; see `tf.set_random_seed`.",
    "shape": "the shape of the result.",
    "shape_invariants": "the shapes that the loop variables keep, where they may change.",
    "shift": "a number near the mean, which is subtracted before; not needed.",
    "stop_gradients": "tensors that count as constants.",
    "summarize": "how many elements of each tensor to print.",
    "swap_memory": "for GPUs: whether what gradients need may be moved to the host.",
    "tensor": "a tensor.",
    "true_fn": "a function without arguments, for the case that it holds.",
    "unconnected_gradients": "what to give where there is no way from `xs` to `ys`, see `tf.UnconnectedGradients`.",
    "validate_indices": "not used: positions are always checked.",
    "value": "an array, a number, nested lists, or a tensor.",
    "weights": "a weight for each element; 1 by default.",
    "x": "a tensor.",
    "xs": "the tensors to derive by.",
    "y": "a tensor that can be compared and broadcast with `x`.",
    "ys": "the tensors to derive.",
}
_OF_FUNCTION = {
    ("argmax", "axis"): "the axis along which to look; the first if it is None.",
    ("argmin", "axis"): "the axis along which to look; the first if it is None.",
    ("boolean_mask", "axis"): "the first of the dimensions that the mask chooses from; 0 by default.",
    ("constant", "value"): "an array, a number or nested lists.",
    ("expand_dims", "axis"): "where the new dimension shall be.",
    ("gather", "axis"): "the dimension of `params` to take from; the first behind those of the batch by default.",
    ("gather_nd", "indices"): "the positions; each is a row in the last dimension.",
    ("log_softmax", "axis"): "the axis along which probabilities add up to 1; the last if it is None.",
    ("ones_like", "dtype"): "the type of the result; that of `input` by default.",
    ("softmax", "axis"): "the axis along which probabilities add up to 1; the last if it is None.",
    ("softmax_cross_entropy_with_logits", "axis"): "the axis of the classes.",
    ("softmax_cross_entropy_with_logits", "labels"): "a probability for each class.",
    ("sparse_softmax_cross_entropy_with_logits", "labels"): "class numbers.",
    ("sigmoid_cross_entropy_with_logits", "labels"): "numbers from 0 to 1, of the shape of `logits`.",
    ("squeeze", "axis"): "the dimensions to remove; all of length 1 if it is None.",
    ("zeros_like", "dtype"): "the type of the result; that of `input` by default.",
}


def explained(name: str, function: Callable) -> str:
    """The lines below `Args:` in the docstring of a function.

    Args:
      name: the public name of the function.
      function: the function, for the names of its arguments.

    >>> print(explained("math.argmax", lambda input, axis: None))
    input: a tensor.
          axis: the axis along which to look; the first if it is None.
    """
    last = name.rpartition(".")[2]
    arguments = inspect.signature(function).parameters
    return "\n      ".join(f"{key}: {_OF_FUNCTION.get((last, key), _SAID[key])}" for key in arguments)
