"""Another function inside of the same decorators."""

import inspect
from typing import Any

__all__ = ["rewrap"]


def rewrap(decorator_func: Any, previous_target: object, new_target: Any) -> Any:
    """Puts `new_target` where `previous_target` is inside of the decorators around it.

    Args:
      decorator_func: the outermost function.
      previous_target: what `tf_decorator.unwrap` finds inside.
      new_target: what shall be there.

    Returns:
      `decorator_func`; `new_target` if nothing is decorated.
    """
    outer, inner, current = None, None, decorator_func
    while hasattr(current, "_tf_decorator"):
        outer, inner = current, current._tf_decorator
        if inner.decorated_target is previous_target:
            break
        current = inner.decorated_target
    if outer is None or inner is None:
        assert decorator_func is previous_target
        return new_target
    inner.decorated_target = new_target
    function: Any = outer.__func__ if inspect.ismethod(outer) else outer
    function.__wrapped__ = new_target
    return decorator_func
