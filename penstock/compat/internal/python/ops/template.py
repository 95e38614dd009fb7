"""Functions with variables, made by the class itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.ops.state import template

__all__ = ["Template", "make_template_internal"]


class Template(template.Template):
    """A function with variables; see `tf.make_template`.

    Args:
      name: the name of the variable scope.
      func: the function.
      create_scope_now: whether to open the scope now rather than at the first call.
      unique_name: a name to use as it is.
      custom_getter: a custom getter for the scope.
      create_graph_function: accepted; a graph is built either way.
    """

    def __init__(
        self,
        name: str,
        func: Callable[..., Any],
        create_scope_now: bool = False,
        unique_name: str | None = None,
        custom_getter: Callable[..., Any] | None = None,
        create_graph_function: bool = False,
    ) -> None:
        super().__init__(name, func, create_scope_now, unique_name, custom_getter)


def make_template_internal(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Callable[..., Any] | None = None,
    create_graph_function_: bool = False,
    **kwargs: Any,
) -> Any:
    """`tf.make_template`; whether it is a graph function is not asked in a graph."""
    return find("make_template")(name_, func_, create_scope_now_, unique_name_, custom_getter_, **kwargs)
