"""What layers share while they are called."""

from penstock.keras.engine.base_layer_utils import (
    CallContext,
    call_context,
    create_keras_history,
    default,
    generate_placeholders_from_shape,
    have_all_keras_metadata,
    make_variable,
    needs_keras_history,
    uses_keras_history,
)

__all__ = [
    "CallContext",
    "call_context",
    "create_keras_history",
    "default",
    "generate_placeholders_from_shape",
    "have_all_keras_metadata",
    "make_variable",
    "needs_keras_history",
    "uses_keras_history",
]
