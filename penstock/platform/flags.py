"""`tf.flags` and `tf.app.flags`: the command line flags of a program, on absl.

The names are absl's. Two things are 1.x's own: the first read of `FLAGS.x` parses `sys.argv` if nobody has done so, and
definitions take the older keyword names `flag_name`, `default_value`, `docstring`.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any

from absl import flags as _absl
from absl import logging as _absl_logging
from absl.flags import _helpers

from penstock import _old_forms
from penstock._namespace import export_value

# absl files a flag under the module that defined it; that is the caller, never this one or the one that reads old call forms.
_helpers.disclaim_module_ids.update(id(sys.modules[name]) for name in (__name__, _old_forms.__name__))

# absl.logging has a flag `log_dir`, as half of the programs of 1.x have, and others: a program's own takes their place.
for _flag in _absl.FLAGS.flags_by_module_dict().get(_absl_logging.__name__, ()):
    _flag.allow_override = True

_OLD_KEYWORDS = {"flag_name": "name", "default_value": "default", "docstring": "help"}


def _with_old_keywords(define: Callable) -> Callable:
    @functools.wraps(define)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return define(*args, **{_OLD_KEYWORDS.get(key, key): value for key, value in kwargs.items()})

    return wrapper


class _Flags:
    """The values of the flags, parsed from `sys.argv` when the first one is read."""

    def __init__(self, values: _absl.FlagValues):
        self.__dict__["_values"] = values

    def _parsed(self) -> _absl.FlagValues:
        if not self._values.is_parsed():
            self._values(sys.argv)
        return self._values

    def _parse_flags(self, args: list[str] | None = None) -> list[str]:
        """Parses the command line now, unknown flags left alone; programs of 1.4 and before call this."""
        return self._values(sys.argv if args is None else [sys.argv[0], *args], known_only=True)[1:]

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__["_values"]
        if name in values:  # a flag; everything else is a method of absl's
            values = self._parsed()
        return getattr(values, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._values, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._values, name)

    def __dir__(self) -> list[str]:
        return sorted(set(dir(self._values)))

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __setitem__(self, name: str, flag: Any) -> None:
        self._values[name] = flag

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return str(self._values)

    def __call__(self, *args: Any, **kwargs: Any) -> list[str]:
        return self._values(*args, **kwargs)


FLAGS = export_value(_Flags(_absl.FLAGS), "flags.FLAGS", "app.flags.FLAGS")

_DEFINITIONS = """string integer float bool boolean enum enum_class list spaceseplist multi multi_string multi_integer
    multi_float multi_enum multi_enum_class alias flag"""
_SAME_AS_ABSL = """ArgumentParser ArgumentSerializer BaseListParser BooleanFlag BooleanParser CantOpenFlagFileError
    CsvListSerializer DuplicateFlagError EnumClassFlag EnumClassParser EnumFlag EnumParser Error Flag FlagHolder
    FlagNameConflictsWithMethodError FlagValues FloatParser IllegalFlagValueError IntegerParser ListParser
    ListSerializer MultiEnumClassFlag MultiFlag UnparsedFlagAccessError UnrecognizedFlagError ValidationError
    WhitespaceSeparatedListParser adopt_module_key_flags declare_key_flag disclaim_key_flags doc_to_help
    flag_dict_to_args get_help_width mark_bool_flags_as_mutual_exclusive mark_flag_as_required mark_flags_as_required
    mark_flags_as_mutual_exclusive multi_flags_validator register_multi_flags_validator register_validator set_default
    text_wrap validator"""


def _exported(name: str, value: Any) -> Any:
    return export_value(value, f"flags.{name}", f"app.flags.{name}")


for _name in _DEFINITIONS.split():
    _name = f"DEFINE_{_name}"
    globals()[_name] = _exported(_name, _with_old_keywords(getattr(_absl, _name)))
DEFINE = _exported("DEFINE", _with_old_keywords(_absl.DEFINE))
for _name in _SAME_AS_ABSL.split():
    globals()[_name] = _exported(_name, getattr(_absl, _name))
