"""`tf.make_template`: a function that shares its variables between all of its calls."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable
from typing import Any

from penstock._namespace import export
from penstock.graph.collections_of_graph import get_collection, get_collection_ref
from penstock.graph.keys import GraphKeys
from penstock.ops.state import variable_scope
from penstock.ops.state.variable_scope_defaults import VariableScope
from penstock.platform import logging
from penstock.util.deprecation import deprecated


@export("make_template")
def make_template(
    name_: str,
    func_: Callable,
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Callable | None = None,
    **kwargs: Any,
) -> Template:
    """Wraps `func_` so that all calls use the variables that the first one made.

    Args:
      name_: the name of the variable scope, made unique.
      func_: the function; it makes its variables with `tf.get_variable`.
      create_scope_now_: open the scope now rather than at the first call.
      unique_name_: a name to use as it is; an error if a variable of it exists already.
      custom_getter_: a custom getter for the scope.
      **kwargs: passed to `func_` in every call.

    Raises:
      ValueError: if `name_` is None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     scale = tf.make_template("scale", lambda x: x * tf.get_variable("w", []))
    ...     results = scale(1.0), scale(2.0)
    ...     print([v.name for v in tf.global_variables()])
    ['scale/w:0']
    """
    if kwargs:
        func_ = functools.wraps(func_)(functools.partial(func_, **kwargs))
    return Template(name_, func_, create_scope_now_, unique_name_, custom_getter_)


class Template:
    """A function with variables; see `tf.make_template`."""

    def __init__(
        self,
        name: str,
        func: Callable,
        create_scope_now: bool = False,
        unique_name: str | None = None,
        custom_getter: Callable | None = None,
    ) -> None:
        self._func = func
        self._stacktrace = traceback.format_stack()[:-2]
        self._name = name
        self._unique_name = unique_name
        self._custom_getter = custom_getter
        if name is None:
            raise ValueError("name cannot be None.")
        self._variable_scope: VariableScope | None = None
        if create_scope_now:
            with variable_scope._pure_variable_scope(
                unique_name or variable_scope._get_unique_variable_scope(name), custom_getter=custom_getter
            ) as scope:
                self._variable_scope = scope
        self._variables_created = False
        # A template may call itself: only the first call makes variables, not the first to finish.
        self._first_call = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._variable_scope:
            with variable_scope.variable_scope(self._variable_scope, reuse=not self._first_call):
                return self._call_func(args, kwargs)
        with variable_scope.variable_scope(self._unique_name, self._name, custom_getter=self._custom_getter) as scope:
            self._variable_scope = scope
            return self._call_func(args, kwargs)

    def _call_func(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        try:
            if self._variables_created:
                return self._call_checked(args, kwargs)
            if not self._first_call:
                return self._func(*args, **kwargs)
            self._first_call = False
            try:
                result = self._func(*args, **kwargs)
            except BaseException:
                self._first_call = True
                raise
            self._variables_created = True
            return result
        except Exception as error:
            text = error.args[0] if error.args else ""
            where = "".join(_after_common_part(self._stacktrace, traceback.format_stack()))
            error.args = (f"{text}\n\noriginally defined at:\n{where}", *error.args[1:])
            raise

    def _call_checked(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        trainable = get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)
        everything = get_collection_ref(GraphKeys.GLOBAL_VARIABLES)
        counts = len(trainable), len(everything)
        result = self._func(*args, **kwargs)
        if len(trainable) != counts[0]:
            raise ValueError(
                "Trainable variable created when calling a template after the first time, perhaps you used tf.Variable when "
                f"you meant tf.get_variable: {trainable[counts[0] :]}"
            )
        if len(everything) != counts[1]:
            logging.info(
                "New variables created when calling a template after the first time, perhaps you used tf.Variable when you "
                "meant tf.get_variable: %s",
                everything[counts[1] :],
            )
        return result

    def _collection(self, key: str) -> list[Any]:
        return get_collection(key, self.variable_scope_name) if self._variables_created else []

    @property
    def name(self) -> str:
        """The name given to this template."""
        return self._name

    @property
    def func(self) -> Callable:
        """The function given to this template."""
        return self._func

    @property
    def variable_scope(self) -> VariableScope | None:
        """The scope of the variables; None before the first call."""
        return self._variable_scope

    @property
    @deprecated(
        "2017-02-21",
        "The .var_scope property is deprecated. Please change your code to use the .variable_scope property",
    )
    def var_scope(self) -> VariableScope | None:
        """The old name of `variable_scope`."""
        return self._variable_scope

    @property
    def variable_scope_name(self) -> str | None:
        """The name of the scope, with a slash at its end."""
        if self._variable_scope is None:
            return None
        name = self._variable_scope.name
        return name if not name or name[-1] == "/" else f"{name}/"

    @property
    def global_variables(self) -> list[Any]:
        """The global variables of this template."""
        return self._collection(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        """The local variables of this template."""
        return self._collection(GraphKeys.LOCAL_VARIABLES)

    @property
    def trainable_variables(self) -> list[Any]:
        """The trainable variables of this template."""
        return self._collection(GraphKeys.TRAINABLE_VARIABLES)

    @property
    def variables(self) -> list[Any]:
        """The global and local variables of this template."""
        return self.global_variables + self.local_variables

    @property
    def non_trainable_variables(self) -> list[Any]:
        """The global variables of this template that are not trainable."""
        trainable = set(self.trainable_variables)
        return [v for v in self.global_variables if v not in trainable]

    weights = property(lambda self: self.variables, doc="The same as `variables`.")
    trainable_weights = property(lambda self: self.trainable_variables, doc="The same as `trainable_variables`.")
    non_trainable_weights = property(
        lambda self: self.non_trainable_variables, doc="The same as `non_trainable_variables`."
    )


def _after_common_part(stack: list[str], other: list[str]) -> list[str]:
    """The lines of `stack` from the first that differs from `other` on."""
    for i, (line, base) in enumerate(zip(stack, other)):
        if line != base:
            return stack[i:]
    return stack[-1:]
