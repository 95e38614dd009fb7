"""`HParams`: hyperparameters as attributes, with types that are kept, and the `name=value,...` text that overrides them."""

from __future__ import annotations

import json
import numbers
import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from penstock import protos
from penstock._namespace import export, export_value
from penstock.graph.typing import TensorLike
from penstock.train.collection_defs import register_proto_function
from penstock.util import compat
from penstock.util.deprecation import deprecated

HParamDef = export_value(protos.HParamDef, "contrib.training.HParamDef")

# name or name[index], then a value or a [list of values], then a comma or the end.
_CLAUSE = re.compile(
    r"(?P<name>[a-zA-Z][\w\.]*)(\[\s*(?P<index>\d+)\s*\])?\s*=\s*((?P<val>[^,\[]*)|\[(?P<vals>[^\]]*)\])($|,\s*)"
)
_TRUTH = {"true": True, "True": True, "false": False, "False": False}


def _unreadable(name: str, kind: type, value: str, values: str) -> NoReturn:
    raise ValueError(f"Could not parse hparam '{name}' of type '{kind.__name__}' with value '{value}' in {values}")


def _twice(name: str, values: str) -> NoReturn:
    raise ValueError(f"Multiple assignments to variable '{name}' in {values}")


def _read_bool(text: str) -> bool:
    return _TRUTH[text] if text in _TRUTH else bool(int(text))


@export("contrib.training.parse_values")
def parse_values(values: str, type_map: Mapping[str, type], ignore_unknown: bool = False) -> dict[str, Any]:
    """Reads `name=value` pairs with commas between them.

    Args:
      values: the text; a value may be a list in brackets, a name may have an index.
      type_map: the type of each name; of the elements, for a list.
      ignore_unknown: whether names that have no type are left out instead of an error.

    Returns:
      From names to values, lists, or dictionaries from indices to values.

    Raises:
      ValueError: the text cannot be read, or sets something twice.

    >>> import penstock as tf
    >>> tf.contrib.training.parse_values("x=5,L=[1,2],arr[1]=3", {"x": int, "L": int, "arr": int})
    {'x': 5, 'L': [1, 2], 'arr': {1: 3}}
    """
    found: dict[str, Any] = {}
    position = 0
    while position < len(values):
        clause = _CLAUSE.match(values, position)
        if not clause:
            raise ValueError(f"Malformed hyperparameter value: {values[position:]}")
        position = clause.end()
        name, index = clause["name"], clause["index"]
        if name not in type_map:
            if ignore_unknown:
                continue
            raise ValueError(f"Unknown hyperparameter type for {name}")
        kind = type_map[name]
        read: Callable[[str], Any] = _read_bool if kind is bool else kind
        if clause["vals"] is not None:
            if index is not None:
                raise ValueError("Assignment of a list to a list index.")
            if name in found:
                _twice(name, values)
            try:
                found[name] = [read(text) for text in re.split("[ ,]", clause["vals"]) if text]
            except ValueError:
                _unreadable(name, kind, clause["vals"], values)
            continue
        try:
            value = read(clause["val"])
        except ValueError:
            _unreadable(name, kind, clause["val"], values)
        if index is None:
            if name in found:
                _twice(name, values)
            found[name] = value
            continue
        elements = found.setdefault(name, {})
        if not isinstance(elements, dict):
            _twice(name, values)
        if int(index) in elements:
            _twice(f"{name}[{int(index)}]", values)
        elements[int(index)] = value
    return found


def _cast(name: str, kind: type, value: TensorLike) -> Any:
    """`value` as `kind`; ValueError where that would change what it means (float to int, number to bool, ...)."""
    if type(value) is kind or issubclass(kind, type(None)):
        return value
    texts = (str, bytes)
    if (
        (issubclass(kind, texts) and not isinstance(value, texts))
        or issubclass(kind, bool) != isinstance(value, bool)
        or (issubclass(kind, numbers.Integral) and not isinstance(value, numbers.Integral))
        or (issubclass(kind, numbers.Number) and not isinstance(value, numbers.Number))
    ):
        raise ValueError(f"Could not cast hparam '{name}' of type '{kind}' from value {value!r}")
    return kind(value)  # type: ignore[call-arg]


@export("contrib.training.HParams")
class HParams:
    """Hyperparameters, each an attribute whose type (or, for a list, whose elements' type) does not change.

    Args:
      hparam_def: an `HParamDef` to read them from, instead of keywords.
      model_structure: anything, kept for `get_model_structure`.
      **kwargs: names and values.

    Raises:
      ValueError: both are given, or a name is one of this class's methods.

    >>> import penstock as tf
    >>> hparams = tf.contrib.training.HParams(learning_rate=0.1, layers=[10, 20], activation="relu")
    >>> hparams.parse("learning_rate=0.3,layers=[5,5,5]").learning_rate
    0.3
    >>> hparams.to_json(sort_keys=True)
    '{"activation": "relu", "layers": [5, 5, 5], "learning_rate": 0.3}'
    """

    _HAS_DYNAMIC_ATTRIBUTES = True

    def __init__(self, hparam_def: Any = None, model_structure: Any = None, **kwargs: Any) -> None:
        self._hparam_types: dict[str, tuple[type, bool]] = {}  # the type, and whether it is a list of it
        self._model_structure = model_structure
        if hparam_def:
            self._init_from_proto(hparam_def)
            if kwargs:
                raise ValueError("hparam_def and initialization values are mutually exclusive")
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    def _init_from_proto(self, hparam_def: Any) -> None:
        assert isinstance(hparam_def, HParamDef)
        for name, value in hparam_def.hparam.items():
            kind = value.WhichOneof("kind")
            found = getattr(value, kind)
            convert: Callable[[Any], Any] = compat.as_str if kind.startswith("bytes") else lambda item: item
            self.add_hparam(name, convert(found) if kind.endswith("_value") else [convert(v) for v in found.value])

    def add_hparam(self, name: str, value: Any) -> None:
        """Adds a hyperparameter.

        Raises:
          ValueError: the name is taken, or the value is an empty list.
        """
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        is_list = isinstance(value, (list, tuple))
        if is_list and not value:
            raise ValueError(f"Multi-valued hyperparameters cannot be empty: {name}")
        self._hparam_types[name] = (type(value[0] if is_list else value), is_list)
        setattr(self, name, value)

    def set_hparam(self, name: str, value: TensorLike) -> None:
        """Changes a hyperparameter.

        Raises:
          KeyError: there is none of this name.
          ValueError: the value is of another type.
        """
        kind, is_list = self._hparam_types[name]
        if isinstance(value, list):
            if not is_list:
                raise ValueError(f"Must not pass a list for single-valued parameter: {name}")
            setattr(self, name, [_cast(name, kind, item) for item in value])
        else:
            if is_list:
                raise ValueError(f"Must pass a list for multi-valued parameter: {name}.")
            setattr(self, name, _cast(name, kind, value))

    def del_hparam(self, name: str) -> None:
        """Removes a hyperparameter, if it is there."""
        if hasattr(self, name):
            delattr(self, name)
            del self._hparam_types[name]

    def parse(self, values: str) -> HParams:
        """Changes hyperparameters as a text of `name=value` pairs says; see `parse_values`."""
        return self.override_from_dict(parse_values(values, {n: kind for n, (kind, _) in self._hparam_types.items()}))

    def override_from_dict(self, values_dict: Mapping[str, Any]) -> HParams:
        """Changes hyperparameters as a dictionary says."""
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    @deprecated(None, "Use `override_from_dict`.")
    def set_from_map(self, values_map: Mapping[str, Any]) -> HParams:
        """The same as `override_from_dict`."""
        return self.override_from_dict(values_dict=values_map)

    def set_model_structure(self, model_structure: Any) -> None:
        """Sets what `get_model_structure` returns."""
        self._model_structure = model_structure

    def get_model_structure(self) -> Any:
        """What was given as `model_structure`."""
        return self._model_structure

    def to_json(self, indent: int | None = None, separators: Any = None, sort_keys: bool = False) -> str:
        """The hyperparameters as JSON; the arguments are those of `json.dumps`."""
        return json.dumps(self.values(), indent=indent, separators=separators, sort_keys=sort_keys)

    def parse_json(self, values_json: str) -> HParams:
        """Changes hyperparameters as a JSON object says."""
        return self.override_from_dict(json.loads(values_json))

    def values(self) -> dict[str, Any]:
        """The hyperparameters as a dictionary."""
        return {name: getattr(self, name) for name in self._hparam_types}

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a hyperparameter, or `default` if there is none.

        Raises:
          ValueError: there is one, and `default` is of another type.
        """
        if key not in self._hparam_types:
            return default
        if default is not None:
            kind, is_list = self._hparam_types[key]
            text = f"Hparam '{key}' of type '{f'list<{kind}>' if is_list else kind}' is incompatible with default={default}"
            if is_list != isinstance(default, list):
                raise ValueError(text)
            try:
                for value in default if is_list else [default]:
                    _cast(key, kind, value)
            except ValueError as error:
                raise ValueError(f"{text}. {error}") from None
        return getattr(self, key)

    def __contains__(self, key: str) -> bool:
        return key in self._hparam_types

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.values().items())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({sorted(self.values().items())})"

    @staticmethod
    def _get_kind_name(param_type: type, is_list: bool) -> str:
        """The field of `HParamType` for a type; bool comes first, as it is an int too."""
        for kinds, name in ((bool, "bool"), (int, "int64"), ((str, bytes), "bytes"), (float, "float")):
            if issubclass(param_type, kinds):
                return f"{name}_{'list' if is_list else 'value'}"
        raise ValueError(f"Unsupported parameter type: {param_type}")

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The hyperparameters as an `HParamDef`."""
        message = HParamDef()
        for name, (kind, is_list) in self._hparam_types.items():
            field = self._get_kind_name(kind, is_list)
            convert: Callable[[Any], Any] = compat.as_bytes if field.startswith("bytes") else lambda item: item
            value = getattr(self, name)
            if is_list:
                getattr(message.hparam[name], field).value.extend([convert(item) for item in value])
            else:
                setattr(message.hparam[name], field, convert(value))
        return message

    @staticmethod
    def from_proto(hparam_def: Any, import_scope: str | None = None) -> HParams:
        """Hyperparameters from an `HParamDef`."""
        return HParams(hparam_def=hparam_def)


register_proto_function("hparams", proto_type=HParamDef, to_proto=HParams.to_proto, from_proto=HParams.from_proto)
