"""What a model takes: `tensorflow.python.keras.saving.saving_utils`."""

from typing import Any

from penstock.graph import nest
from penstock.graph.type_spec import TensorSpec

__all__ = ["model_input_signature"]


def model_input_signature(model: Any) -> Any:
    """A list with a `tf.TensorSpec` for the input of a model, or a structure of them, for any batch size.

    None if the model does not know its inputs yet.
    """
    try:
        inputs, names = model.inputs, nest.flatten(model.input_names)
    except AttributeError:
        return None
    flat = nest.flatten(inputs)
    specs = [TensorSpec([None, *t.shape[1:].as_list()], t.dtype, name) for t, name in zip(flat, names)]
    packed = nest.pack_sequence_as(inputs, specs)
    return packed if isinstance(packed, (list, tuple)) and len(packed) == 1 else [packed]
