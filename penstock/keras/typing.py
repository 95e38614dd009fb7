"""Names for what Keras accepts: an activation, an initializer, a loss or a layer's input, for annotations.

Keras takes most things by their name, by a configuration (`{"class_name": ..., "config": ...}`) or as they are. A leaf module:
the aliases are texts, which only type checkers resolve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

# A function of tensors, its name, or its configuration: activations, initializers, regularizers, constraints, losses.
FunctionLike: TypeAlias = "str | Mapping[str, Any] | Callable[..., Any]"
ActivationLike: TypeAlias = FunctionLike
InitializerLike: TypeAlias = FunctionLike
RegularizerLike: TypeAlias = FunctionLike
ConstraintLike: TypeAlias = FunctionLike
# Classes and functions by the names under which a configuration mentions them.
CustomObjects: TypeAlias = "Mapping[str, Any]"
