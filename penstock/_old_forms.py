"""Calls as older releases wrote them, from 0.9 to 1.14, are read as 1.15 would have written them.

`_old_signatures.py` lists the older parameters of public functions; `export` in `_namespace.py` puts the reader made here
before each of them. What 1.15 can read is never read otherwise. Depends on nothing but that table.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from penstock._old_signatures import SIGNATURES

# -- what an argument may be --------------------------------------------------------------------------------------------

_FORMATS = re.compile(r"N[CDHW]{1,4}(_VECT_[CW])?|HWNC|HWCN|NC?\.\.\.?C?|channels_(first|last)|")
_DTYPES = re.compile(
    r"(u?int(8|16|32|64)|b?float(16|32|64)?|half|double|complex(64|128)|bool|string|str|resource|variant|q?u?int(8|16|32))(_ref)?"
)


def _kind_of_dtype(value: Any) -> str:
    """The kind of the numbers in a tensor, an array or a list of numbers: NumPy's letter, or "" if that is not seen."""
    dtype = getattr(value, "dtype", None)
    if dtype is not None:
        kind = getattr(getattr(dtype, "as_numpy_dtype", dtype), "kind", None)
        if kind is None:
            kind = {"i": "i", "u": "u", "f": "f", "b": "b", "h": "f", "d": "f"}.get(
                str(getattr(dtype, "name", ""))[:1], ""
            )
        return str(kind)
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return {bool: "b", int: "i", float: "f", str: "U"}.get(type(value), "")


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, (str, bytes))


def _is_format(value: Any) -> bool:
    return value is None or isinstance(value, str) and _FORMATS.fullmatch(value) is not None


def _is_dtype(value: Any) -> bool:
    if isinstance(value, str):
        return _DTYPES.fullmatch(value) is not None
    return value is None or isinstance(value, type) or hasattr(value, "as_numpy_dtype") or hasattr(value, "itemsize")


def _is_flag(value: Any) -> bool:
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return value in (0, 1)
    return not isinstance(value, (str, bytes, float, list, tuple, dict)) and not callable(value)


def _is_number(value: Any) -> bool:
    if value is None or isinstance(value, (int, float, complex)):
        return not isinstance(value, bool)
    return hasattr(value, "dtype")


def _is_axis(value: Any) -> bool:
    if value is None or isinstance(value, int):
        return not isinstance(value, bool)
    return _kind_of_dtype(value) in ("i", "u")


def _is_one_axis(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return False
    shape = getattr(value, "shape", ())
    return _is_axis(value) and value is not None and getattr(shape, "ndims", None if shape is None else len(shape)) == 0


def _is_list(value: Any) -> bool:
    return value is None or isinstance(value, (int, list, tuple)) and not isinstance(value, bool)


def _is_function(value: Any) -> bool:
    return value is None or callable(value)


def _is_dict(value: Any) -> bool:
    return value is None or isinstance(value, Mapping)


def _is_integers(value: Any) -> bool:
    return _kind_of_dtype(value) in ("i", "u")


def _is_sparse(value: Any) -> bool:
    return hasattr(value, "indices") and hasattr(value, "values")


def _is_sequence(value: Any) -> bool:
    return value is None or isinstance(value, (list, tuple, set, frozenset))


def _is_shape(value: Any) -> bool:
    return not isinstance(value, (str, bytes, bool))


def _is_activation(value: Any) -> bool:
    return value is None or callable(value) or isinstance(value, str)


def _one_of(*words: str) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        return value is None or value in words if isinstance(value, (str, type(None))) else False

    return fits


def _is_writer(value: Any) -> bool:
    return value is None or hasattr(value, "add_summary")


def _is_nothing(value: Any) -> bool:
    return value is None


def _is_operation(value: Any) -> bool:
    return not isinstance(value, (str, bytes, bool, int, float, dict)) and not hasattr(value, "as_graph_def")


def _is_graph(value: Any) -> bool:
    return value is None or hasattr(value, "as_graph_def")


def _anything(value: Any) -> bool:
    return True


def _kinds() -> dict[str, Callable[[Any], bool]]:
    """Parameter → what its arguments can be, for the parameters that tell one order of arguments from another."""
    table: dict[Callable[[Any], bool], str] = {
        _is_text: """name scope shared_name summary_name default_name checkpoint_filename_with_path checkpoint_path model_dir
            evaluation_master protocol tensor_array_name docstring help old_row_vocab_file old_vocab_file
            label_key field_delim""",
        _is_format: "data_format",
        _is_dtype: "dtype output_type Targmax out_type out_idx index_dtype preferred_dtype Tidx",
        _is_flag: """keepdims keep_dims strict exclusive use_quote_delim narrow_range reverse reuse trainable validate_args
            allow_nan_stats as_ref as_iterable state_is_tuple use_peepholes use_peephole time_major swap_memory back_prop
            ignore_longer_outputs_than_inputs allow_smaller_final_batch dynamic_pad wait_for_checkpoint zero_debias
            use_resource validate_shape colocate_with_first_write_call use_static_graph make_keys_unique centered start
            is_chief stateful a_is_sparse b_is_sparse adjoint_a adjoint_b store_memory_usage use_bias fused is_training
            control_inputs control_outputs zero_debias_moving_mean training sum_over_timesteps sum_over_batch
            preserve_aspect_ratio copy_shape
            return_sequences symmetric synchronous reorder_tensor_arrays""",
        _is_number: """num_bits hop_bytes score_threshold max_wait_secs recovery_wait_secs cell_clip log_step_count_steps
            begin_norm_axis save_summaries_secs parallel_iterations num_enqueue_threads mini_batch_steps_per_iteration
            random_seed kmeans_plus_plus_num_retries local_eval_frequency eval_delay_secs end_token old_vocab_size
            old_row_vocab_size virtual_batch_size quant_delay forget_bias proj_clip
            num_unit_shards num_proj_shards num_proj total_num_replicas eval_interval_secs batch_size steps
            scale_identity_multiplier mean stddev minval maxval input_size seed num_oov_buckets
            new_height new_width dt coverage_penalty_weight""",
        _is_sequence: "outputs hooks eval_hooks queue_closed_exception_types select_columns classes_for_class_based_metrics",
        _is_graph: "graph",
        _is_shape: "element_shape batch_shape log_rate new_inputs output_shape",
        _is_activation: "activation",
        _is_writer: "summary_writer",
        _one_of("mod", "div"): "partition_strategy",
        _one_of("", "INTEGER_FAST", "INTEGER_ACCURATE"): "dct_method",
        _one_of(
            "none",
            "weighted_sum",
            "weighted_mean",
            "weighted_sum_over_batch_size",
            "weighted_sum_over_nonzero_weights",
            "weighted_sum_by_nonzero_weights",
        ): "loss_reduction",
        _is_axis: "axis axes dim reduction_indices dimension concat_dim split_dim",
        _is_list: "dilations rate bucket_capacities ksizes",
        _is_function: """kernel_constraint bias_constraint beta_constraint gamma_constraint depthwise_constraint
            pointwise_constraint activation_fn custom_getter loss_fn inverse_link_fn custom_key_value_fn partitioner
            within_ops_fn parse_fn softmax_loss_function adjustment quadrature_fn normalizer_fn input_fn serving_input_fn
            probability_fn learning_rate_decay_fn initializer weights_initializer pointwise_initializer
            weights_regularizer biases_initializer biases_regularizer""",
        _is_dict: "param_regularizers normalizer_params init_feed_dict feed_dict input_names",
        _is_sparse: "sp_input",
        _is_nothing: "_sentinel keyword_required",
        _is_operation: "ready_for_local_init_op summary_op",
    }
    return {name: kind for kind, names in table.items() for name in names.split()}


KINDS = _kinds()
# Function and parameter → what its arguments can be, where that differs from other functions.
SPECIAL_KINDS: dict[tuple[str, str], Callable[[Any], bool]] = {
    ("nn.nce_loss", "labels"): _is_integers,
    ("nn.sampled_softmax_loss", "labels"): _is_integers,
    ("nn.ctc_loss", "labels"): _is_sparse,
    ("split", "value"): lambda value: not _is_one_axis(value),
    ("concat", "values"): lambda value: not _is_one_axis(value),
    ("image.resize_images", "size"): lambda value: not _is_one_axis(value),
}
# Function → whether 1.15 refuses such a call, where that is not seen from one argument alone.
_REFUSED: dict[str, Callable[[Sequence[Any], dict[str, Any]], bool]] = {
    # A name, because `x` and `y` come together only.
    "where": lambda args, kwargs: len(args) == 2 and isinstance(args[1], str) and "y" not in kwargs,
}


def kind(function: str, parameter: str) -> Callable[[Any], bool]:
    """What arguments for a parameter of a public function can be."""
    return SPECIAL_KINDS.get((function, parameter)) or KINDS.get(parameter, _anything)


# -- reading a call -----------------------------------------------------------------------------------------------------


class Form(NamedTuple):
    """The parameters of an older release, in order, and what each of them is called in 1.15.

    A target may be "" (the argument has no use any more) or "size[0]" (an item of a list).
    """

    parameters: tuple[str, ...]
    targets: tuple[str, ...]


def forms(text: str, parameters: Sequence[str], method: bool = False) -> list[Form]:
    """Reads a line of the table for a function with these parameters; a method's first one is not in the table."""
    found = []
    for order in text.split("|"):
        words = order.split()
        if words[0].startswith(".."):
            words[:1] = parameters[: parameters.index(words[0][2:]) + 1]
        elif method:
            words.insert(0, parameters[0])
        pairs = [word.partition(">") for word in words]
        found.append(Form(tuple(old for old, _, _ in pairs), tuple(new if mark else old for old, mark, new in pairs)))
    return found


class Reader:
    """Reads the arguments of one public function, or of one method, in 1.15's form or an older one."""

    def __init__(self, name: str, function: Callable[..., Any], text: str, method: bool = False) -> None:
        Kind = inspect.Parameter
        parameters = list(inspect.signature(function).parameters.values())
        positional = [p.name for p in parameters if p.kind in (Kind.POSITIONAL_ONLY, Kind.POSITIONAL_OR_KEYWORD)]
        self.rest = any(p.kind == Kind.VAR_POSITIONAL for p in parameters)
        self.name = name
        self.parameters = tuple(positional)
        self.keywords = frozenset(
            p.name for p in parameters if p.kind in (Kind.POSITIONAL_OR_KEYWORD, Kind.KEYWORD_ONLY)
        )
        self.any_keyword = any(p.kind == Kind.VAR_KEYWORD for p in parameters)
        self.forms = forms(text, positional, method)
        # As long as there are no more arguments than this, and none of these names, the call is 1.15's.
        self.first = min(map(self._difference, self.forms))
        self.odd = frozenset(old for form in self.forms for old in form.parameters) - self.keywords
        self._kinds = [kind(name, parameter) for parameter in positional]

    def _difference(self, form: Form) -> int:
        for i, (old, new) in enumerate(zip(form.targets, self.parameters)):
            if old != new:
                return i
        return min(len(form.parameters), len(self.parameters))

    def read(self, args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Sequence[Any], dict[str, Any]]:
        """The arguments of 1.15's form; as they are if no form fits, so that the function itself complains."""
        if self._is_new(args, kwargs):
            return args, kwargs
        for form in self.forms:
            values = self._bind(form, args, kwargs)
            if values is not None:
                return values
        return args, kwargs

    def _is_new(self, args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
        if len(args) > len(self.parameters) and not self.rest:
            return False
        if not self.any_keyword and not self.keywords.issuperset(kwargs) or not self.odd.isdisjoint(kwargs):
            return False
        if kwargs and not kwargs.keys().isdisjoint(self.parameters[: len(args)]):
            return False
        refused = _REFUSED.get(self.name)
        if refused is not None and refused(args, kwargs):
            return False
        return all(fits(value) for fits, value in zip(self._kinds[self.first :], args[self.first :]))

    def _bind(
        self, form: Form, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> tuple[Sequence[Any], dict[str, Any]] | None:
        if len(args) > len(form.parameters):
            return None
        values = dict(zip(form.parameters, args))
        for key, value in kwargs.items():
            if key in values or not (key in form.parameters or key in self.keywords or self.any_keyword):
                return None
            values[key] = value
        targets = dict(zip(form.parameters, form.targets))
        found: dict[str, Any] = {}
        for old, value in values.items():
            new = targets.get(old, old)
            if not kind(self.name, old)(value):
                return None
            if new.endswith("]"):
                found.setdefault(new[: new.index("[")], []).append(value)
            elif new in found:
                return None
            elif new:
                found[new] = value
        if self.rest:  # parameters before *args go by position
            leading = [p for p in self.parameters if p in found]
            return [found.pop(p) for p in leading], found
        return (), found


def reading(name: str, function: Any, text: str, method: bool = False) -> Any:
    """A function that takes its arguments in older forms, too. Its signature stays as it is."""
    reader = Reader(name, function, text, method)
    first, odd = reader.first, reader.odd

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if len(args) > first or (kwargs and not odd.isdisjoint(kwargs)):
            args, kwargs = reader.read(args, kwargs)  # type: ignore[assignment]
        return function(*args, **kwargs)

    vars(call)["__signature__"] = inspect.signature(function)
    vars(call)["old_forms"] = reader
    return call


def _methods() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for name, text in SIGNATURES.items():
        owner, _, method = name.rpartition(".")
        if owner.rpartition(".")[2][:1].isupper() or method == "__init__":
            found.setdefault(owner, {})[method] = text
    return found


METHODS = _methods()


def understand(name: str, value: Any) -> Any:
    """Lets the public function or class `name` be called in the forms that the table has for it."""
    if isinstance(value, type):
        for method, text in METHODS.get(name, {}).items():
            function = inspect.getattr_static(value, method)
            if isinstance(function, (staticmethod, classmethod)):
                inner = reading(f"{name}.{method}", function.__func__, text, isinstance(function, classmethod))
                wrapped: Any = type(function)(inner)
            elif "old_forms" in vars(function) and vars(function)["old_forms"].name == f"{name}.{method}":
                continue
            else:
                wrapped = reading(f"{name}.{method}", function, text, True)
            setattr(value, method, wrapped)
        return value
    text = SIGNATURES.get(name, "")
    return reading(name, value, text) if text else value
