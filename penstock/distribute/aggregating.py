"""`AggregatingVariable`: one variable that several replicas share, which puts together what they assign."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock.distribute.variables import assign_together
from penstock.graph.convert import (
    convert_to_tensor,
    register_dense_tensor_like_type,
    register_tensor_conversion_function,
)
from penstock.ops.state.variables import Variable, VariableAggregation

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.graph.operation import Tensor


class AggregatingVariable(Variable):
    """A variable of a parameter server or of a central device.

    Args:
      strategy: the strategy.
      v: the variable itself.
      aggregation: how values that replicas assign are put together.
    """

    def __init__(self, strategy: Strategy, v: Any, aggregation: Any) -> None:
        self._distribute_strategy = strategy
        self._v = v
        v._aggregating_container = weakref.ref(self)
        self._aggregation = aggregation

    def get(self, device: str | None = None) -> Any:
        """The variable itself."""
        return self._v

    _copy_on = get

    def __getattr__(self, name: str) -> Any:
        if name in ("_v", "_distributed_container"):
            raise AttributeError(name)
        return getattr(self._v, name)

    @property
    def distribute_strategy(self) -> Strategy:
        """The strategy in whose scope it was made."""
        return self._distribute_strategy

    @property
    def aggregation(self) -> VariableAggregation:
        """How values that replicas assign are put together."""
        return self._aggregation

    def assign(self, *args: Any, **kwargs: Any) -> Any:
        """Assigns what the replicas say together."""
        return assign_together(self, "assign", "AggregatingVariable", args, kwargs)

    def assign_add(self, *args: Any, **kwargs: Any) -> Any:
        """Adds what the replicas say together."""
        return assign_together(self, "assign_add", "AggregatingVariable", args, kwargs)

    def assign_sub(self, *args: Any, **kwargs: Any) -> Any:
        """Subtracts what the replicas say together."""
        return assign_together(self, "assign_sub", "AggregatingVariable", args, kwargs)

    def _should_act_as_resource_variable(self) -> None:
        """Being there says that this is a variable behind a handle."""


def _method(name: str) -> Callable:
    def method(self: AggregatingVariable, *args: Any, **kwargs: Any) -> Any:
        return getattr(self._v, name)(*args, **kwargs)

    method.__name__ = name
    return method


def _property(name: str) -> property:
    return property(lambda self: getattr(self._v, name))


# All else that a variable can do, the variable itself does.
_OWN = {"__init__", "__new__", "__class__", "__hash__", "__eq__", "__ne__", "__module__", "__doc__", "__dict__"}
for _name, _member in vars(Variable).items():
    if _name in vars(AggregatingVariable) or _name in _OWN:
        continue
    if isinstance(_member, property):
        setattr(AggregatingVariable, _name, _property(_name))
    elif callable(_member) and not isinstance(_member, type):
        setattr(AggregatingVariable, _name, _method(_name))


def _to_tensor(variable: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Tensor:
    return convert_to_tensor(variable.get(), dtype=dtype, name=name)


register_tensor_conversion_function(AggregatingVariable, _to_tensor, priority=90)
register_dense_tensor_like_type(AggregatingVariable)
