"""Functions converted by AutoGraph: `tf.autograph.to_graph` and what `tf.function` and `Dataset.map` do by themselves.

A call inside of a converted function converts what it calls, unless that belongs to a library.
"""

from __future__ import annotations

import functools
import importlib.util  # noqa: F401  malt uses it without importing it
import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any

from malt.core import ag_ctx, config, config_lib, converter
from malt.impl import api as _api
from malt.impl import conversion as _rules
from malt.lang import directives as _directives
from malt.operators import py_builtins as _builtins
from malt.pyct import inspect_utils
from malt.utils import ag_logging

from penstock._namespace import export, export_value
from penstock.autograph import operators

# Libraries are called as they are. Penstock's own modules are among them, under both names.
_LIBRARIES = ("penstock", "tensorflow", "jax", "numpy", "scipy", "absl", "google", "six", "functools", "contextlib",
              "typing", "unittest", "pytest", "_pytest", "logging", "sonnet", "tensor2tensor", "tensorflow_hub")  # fmt: skip
_own_rules = (*(config_lib.DoNotConvert(name) for name in _LIBRARIES), *config.CONVERSION_RULES)

Feature = export_value(converter.Feature, "autograph.experimental.Feature", "contrib.autograph.Feature")
ConversionOptions = export_value(converter.ConversionOptions, "contrib.autograph.ConversionOptions")


class _Compiler(_api.PyToPy):
    """Converts functions; the statements of what it makes are those of `operators`."""

    def get_extra_locals(self) -> dict[str, Any]:
        if self._extra_locals is None:
            module = super().get_extra_locals()["ag__"]
            module.__dict__.update(operators.operators())
            module.converted_call = converted_call
        return self._extra_locals


_compiler = _Compiler()


def _converted(entity: Callable, options: Any) -> Callable:
    made, module, source_map = _compiler.transform(entity, converter.ProgramContext(options=options))
    made.ag_module, made.ag_source_map = module, source_map
    return made


def _is_library(f: Any) -> bool:
    """Whether what `f` is belongs to a library, or is made not to be converted."""
    if hasattr(f, "ag_module") or hasattr(f, "autograph_info__") or _rules.is_unsupported(f):
        return True
    module = inspect.getmodule(f)  # none for classes that say a module of 1.15's
    name = getattr(module, "__name__", None) or getattr(f, "__module__", None) or ""
    for rule in _own_rules:
        if rule.matches(name):
            return isinstance(rule, config_lib.DoNotConvert)
    return inspect.isclass(f)  # constructors are left alone, as metaclasses may do anything


def converted_call(
    f: Callable, args: tuple[Any, ...], kwargs: dict[str, Any] | None, caller_fn_scope: Any = None, options: Any = None
) -> Any:
    """Calls `f` from converted code, converted as well if that is called for."""
    kwargs = kwargs or {}
    options = caller_fn_scope.callopts if options is None else options
    if isinstance(f, functools.partial):
        return converted_call(f.func, f.args + args, {**f.keywords, **kwargs}, caller_fn_scope, options)
    if f in operators.BUILTINS if _is_hashable(f) else False:
        return operators.BUILTINS[f](*args, **kwargs)
    if inspect_utils.isbuiltin(f):
        special = {
            eval: lambda: _builtins.eval_in_original_context(f, args, caller_fn_scope),
            super: lambda: _builtins.super_in_original_context(f, args, caller_fn_scope),
            globals: lambda: _builtins.globals_in_original_context(caller_fn_scope),
            locals: lambda: _builtins.locals_in_original_context(caller_fn_scope),
        }.get(f)
        return special() if special is not None else f(*args, **kwargs)
    disabled = ag_ctx.control_status_ctx().status == ag_ctx.Status.DISABLED
    if disabled or not (options.internal_convert_user_code or options.user_requested):
        return f(*args, **kwargs)
    if not options.user_requested and _is_library(f):
        return f(*args, **kwargs)
    target: Any = f
    if inspect.ismethod(f):
        target, args = f.__func__, (f.__self__, *args)
    elif not inspect.isfunction(f):
        target = type(f).__call__
        if not inspect.isfunction(target) or _is_library(target):
            return f(*args, **kwargs)
        args = (f, *args)
    if not hasattr(target, "__code__") or target.__code__.co_filename == "<string>":
        return target(*args, **kwargs)
    try:
        made = _converted(target, options)
    except Exception as error:
        if _api.is_autograph_strict_conversion_mode():
            raise
        ag_logging.warning(
            "AutoGraph could not transform %s and will run it as-is.\nCause: %s\nTo silence this warning, decorate the "
            "function with @tf.autograph.experimental.do_not_convert",
            f,
            error,
        )
        return target(*args, **kwargs)
    return made(*args, **kwargs)


def _is_hashable(f: Any) -> bool:
    try:
        hash(f)
    except TypeError:
        return False
    return True


@export("contrib.autograph.convert")
def convert(recursive: bool = False, optional_features: Any = None, user_requested: bool = True) -> Callable:
    """A decorator: what it is given is converted when it is called.

    Args:
      recursive: whether functions that it calls are converted, too.
      optional_features: a `Feature`, or several.
      user_requested: whether the conversion was asked for, so that it is done inside of what is not converted, too.

    >>> import penstock as tf
    >>> @tf.contrib.autograph.convert()
    ... def size(x):
    ...     if x < 0:
    ...         x = -x
    ...     return x
    >>> x = tf.placeholder(tf.float32)
    >>> with tf.Session() as session:
    ...     print(session.run(size(x), {x: -2.0}))
    2.0
    """

    def decorate(f: Callable) -> Callable:
        @functools.wraps(f)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            options = converter.ConversionOptions(
                recursive=recursive, user_requested=user_requested, optional_features=optional_features
            )
            with ag_ctx.ControlStatusCtx(status=ag_ctx.Status.ENABLED, options=options):
                return converted_call(f, args, kwargs, options=options)

        return _api.autograph_artifact(wrapper)

    return decorate


def tf_convert(f: Callable, ctx: Any = None, convert_by_default: bool = True, user_requested: bool = False) -> Callable:
    """`f` as the state of conversion says that it is called: converted, or as it is."""
    ctx = ctx or ag_ctx.control_status_ctx()
    if hasattr(f, "autograph_info__") or hasattr(f, "ag_module"):
        return f
    if ctx.status == ag_ctx.Status.ENABLED:
        return convert(True, ctx.options.optional_features, user_requested)(f)
    if ctx.status == ag_ctx.Status.DISABLED or not convert_by_default:
        return do_not_convert(f)
    return convert(True, None, user_requested)(f)


@export("autograph.experimental.do_not_convert", "contrib.autograph.do_not_convert")
def do_not_convert(func: Any = None, run_as: Any = None, return_dtypes: Any = None) -> Any:
    """A decorator for functions that AutoGraph leaves as they are.

    Args:
      func: the function; None to get a decorator.
      run_as, return_dtypes: how 1.15 would call it; not used here.

    >>> import penstock as tf
    >>> @tf.autograph.experimental.do_not_convert
    ... def plain(x):
    ...     return x if isinstance(x, int) else -1
    >>> plain(3)
    3
    """
    if func is None:
        return do_not_convert

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        with ag_ctx.ControlStatusCtx(status=ag_ctx.Status.DISABLED):
            return func(*args, **kwargs)

    return _api.autograph_artifact(wrapper)


@export("autograph.to_graph", "contrib.autograph.to_graph")
def to_graph(
    entity: Any,
    recursive: bool = True,
    arg_values: Any = None,
    arg_types: Any = None,
    experimental_optional_features: Any = None,
) -> Any:
    """Makes a function whose `if`, `while` and `for` work on tensors.

    Args:
      entity: a function.
      recursive: whether the functions that it calls are converted as well.
      arg_values, arg_types: not used any more.
      experimental_optional_features: a member of `tf.autograph.experimental.Feature`, or several.

    Raises:
      ValueError: `entity` is not a function, or its source cannot be had.

    >>> import penstock as tf
    >>> def shrink(x):
    ...     while tf.abs(x) > 1.0:
    ...         x = x / 2.0
    ...     return x
    >>> converted = tf.autograph.to_graph(shrink)  # doctest: +SKIP
    """
    if not (inspect.isfunction(entity) or inspect.ismethod(entity)):
        raise ValueError(f"Entity {entity!r} of type {type(entity)} cannot be converted: only functions can be.")
    options = converter.ConversionOptions(
        recursive=recursive, user_requested=True, optional_features=experimental_optional_features
    )
    try:
        made = _converted(entity, options)
    except (ValueError, AttributeError, KeyError, NameError, AssertionError) as error:
        raise _api.ConversionError(f"converting {entity}: {type(error).__name__}: {error}") from error
    return functools.wraps(entity)(_bound(made, entity)) if inspect.ismethod(entity) else made


def _bound(made: Callable, entity: Any) -> Callable:
    return functools.partial(made, entity.__self__)


@export("autograph.to_code", "contrib.autograph.to_code")
def to_code(
    entity: Any,
    recursive: bool = True,
    arg_values: Any = None,
    arg_types: Any = None,
    indentation: str = "  ",
    experimental_optional_features: Any = None,
) -> str:
    """The source of the function that `tf.autograph.to_graph` makes.

    Args:
      entity: a function or class.
      recursive: whether functions that it calls are converted, too.
      arg_values, arg_types: hints about its arguments, by name; not needed any more.
      indentation: not used.
      experimental_optional_features: parts of AutoGraph that are not on by default, see
        `tf.autograph.experimental.Feature`.

    >>> import penstock as tf
    >>> def sign(x):
    ...     return 1 if x > 0 else -1
    >>> "if_exp" in tf.autograph.to_code(sign)  # doctest: +SKIP
    True
    """
    made = to_graph(entity, recursive, arg_values, arg_types, experimental_optional_features)
    import textwrap

    return textwrap.dedent(inspect.getsource(made)).replace("    ", indentation)


@export("autograph.set_verbosity")
def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Says how much AutoGraph tells about conversions: nothing (0) to everything (10).

    Args:
      level: from 0, nothing, to 10, everything.
      alsologtostdout: whether to print it to the standard output, too.

    >>> import penstock as tf
    >>> tf.autograph.set_verbosity(0)
    """
    ag_logging.set_verbosity(level, alsologtostdout)


@export("autograph.trace")
def trace(*args: Any) -> None:
    """Prints its arguments when the graph is built, not when it runs.

    >>> import penstock as tf
    >>> tf.autograph.trace("building", 3)
    building 3
    """
    print(*args, file=sys.stdout)


@export("autograph.experimental.set_loop_options", "contrib.autograph.set_loop_options")
def set_loop_options(
    parallel_iterations: Any = _directives.UNSPECIFIED,
    back_prop: Any = _directives.UNSPECIFIED,
    swap_memory: Any = _directives.UNSPECIFIED,
    maximum_iterations: Any = _directives.UNSPECIFIED,
    shape_invariants: Sequence[tuple[Any, Any]] | Any = _directives.UNSPECIFIED,
) -> None:
    """The first statement of a loop that AutoGraph converts: arguments for the `tf.while_loop` it becomes.

    Args:
      parallel_iterations: how many turns may run at once in 1.15; it changes no result.
      back_prop: whether gradients are wanted.
      swap_memory: for GPUs: whether what gradients need may be moved to the host.
      maximum_iterations: the largest number of turns.
      shape_invariants: pairs of a loop variable and the shape that it keeps.

    >>> import penstock as tf
    >>> tf.autograph.experimental.set_loop_options(maximum_iterations=10)
    """
