"""Made by `python -m penstock.tools.stubs`; do not edit."""

from absl.flags._argument_parser import ArgumentParser as ArgumentParser
from absl.flags._argument_parser import ArgumentSerializer as ArgumentSerializer
from absl.flags._argument_parser import BaseListParser as BaseListParser
from absl.flags._argument_parser import BooleanParser as BooleanParser
from absl.flags._argument_parser import CsvListSerializer as CsvListSerializer
from absl.flags._argument_parser import EnumClassParser as EnumClassParser
from absl.flags._argument_parser import EnumParser as EnumParser
from absl.flags._argument_parser import FloatParser as FloatParser
from absl.flags._argument_parser import IntegerParser as IntegerParser
from absl.flags._argument_parser import ListParser as ListParser
from absl.flags._argument_parser import ListSerializer as ListSerializer
from absl.flags._argument_parser import WhitespaceSeparatedListParser as WhitespaceSeparatedListParser
from absl.flags._exceptions import CantOpenFlagFileError as CantOpenFlagFileError
from absl.flags._exceptions import DuplicateFlagError as DuplicateFlagError
from absl.flags._exceptions import Error as Error
from absl.flags._exceptions import FlagNameConflictsWithMethodError as FlagNameConflictsWithMethodError
from absl.flags._exceptions import IllegalFlagValueError as IllegalFlagValueError
from absl.flags._exceptions import UnparsedFlagAccessError as UnparsedFlagAccessError
from absl.flags._exceptions import UnrecognizedFlagError as UnrecognizedFlagError
from absl.flags._exceptions import ValidationError as ValidationError
from absl.flags._flag import BooleanFlag as BooleanFlag
from absl.flags._flag import EnumClassFlag as EnumClassFlag
from absl.flags._flag import EnumFlag as EnumFlag
from absl.flags._flag import Flag as Flag
from absl.flags._flag import MultiEnumClassFlag as MultiEnumClassFlag
from absl.flags._flag import MultiFlag as MultiFlag
from absl.flags._flagvalues import FlagHolder as FlagHolder
from absl.flags._flagvalues import FlagValues as FlagValues
from penstock.platform.flags import FLAGS as FLAGS
from absl.flags._flagvalues import FlagHolder as _FlagHolder
from absl.flags._flagvalues import FlagValues as _FlagValues
from builtins import bool as _bool
from builtins import dict as _dict
from builtins import int as _int
from builtins import set as _set
from builtins import str as _str
from collections.abc import Iterable as _Iterable
from typing import Any as _Any

def DEFINE(parser: _Any, name: _Any, default: _Any, help: _Any, flag_values: _Any = ..., serializer: _Any = ..., module_name: _Any = ..., required: _bool = ..., **args: _Any) -> _Any:
    """Registers a generic Flag object."""
def DEFINE_alias(name: _str, original_name: _str, flag_values: _FlagValues = ..., module_name: _str | None = ...) -> _FlagHolder[_Any]:
    """Defines an alias flag for an existing one."""
def DEFINE_bool(name: _Any, default: _Any, help: _Any, flag_values: _Any = ..., module_name: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a boolean flag."""
def DEFINE_boolean(name: _Any, default: _Any, help: _Any, flag_values: _Any = ..., module_name: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a boolean flag."""
def DEFINE_enum(name: _Any, default: _Any, enum_values: _Any, help: _Any, flag_values: _Any = ..., module_name: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be any string from enum_values."""
def DEFINE_enum_class(name: _Any, default: _Any, enum_class: _Any, help: _Any, flag_values: _Any = ..., module_name: _Any = ..., case_sensitive: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be the name of enum members."""
def DEFINE_flag(flag: _Any, flag_values: _Any = ..., module_name: _Any = ..., required: _Any = ...) -> _Any:
    """Registers a :class:`Flag` object with a :class:`FlagValues` object."""
def DEFINE_float(name: _Any, default: _Any, help: _Any, lower_bound: _Any = ..., upper_bound: _Any = ..., flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value must be a float."""
def DEFINE_integer(name: _Any, default: _Any, help: _Any, lower_bound: _Any = ..., upper_bound: _Any = ..., flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value must be an integer."""
def DEFINE_list(name: _Any, default: _Any, help: _Any, flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value is a comma-separated list of strings."""
def DEFINE_multi(parser: _Any, serializer: _Any, name: _Any, default: _Any, help: _Any, flag_values: _Any = ..., module_name: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a generic MultiFlag that parses its args with a given parser."""
def DEFINE_multi_enum(name: _Any, default: _Any, enum_values: _Any, help: _Any, flag_values: _Any = ..., case_sensitive: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be a list strings from enum_values."""
def DEFINE_multi_enum_class(name: _Any, default: _Any, enum_class: _Any, help: _Any, flag_values: _Any = ..., module_name: _Any = ..., case_sensitive: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be a list of enum members."""
def DEFINE_multi_float(name: _Any, default: _Any, help: _Any, lower_bound: _Any = ..., upper_bound: _Any = ..., flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be a list of arbitrary floats."""
def DEFINE_multi_integer(name: _Any, default: _Any, help: _Any, lower_bound: _Any = ..., upper_bound: _Any = ..., flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be a list of arbitrary integers."""
def DEFINE_multi_string(name: _Any, default: _Any, help: _Any, flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be a list of any strings."""
def DEFINE_spaceseplist(name: _Any, default: _Any, help: _Any, comma_compat: _Any = ..., flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value is a whitespace-separated list of strings."""
def DEFINE_string(name: _Any, default: _Any, help: _Any, flag_values: _Any = ..., required: _Any = ..., **args: _Any) -> _Any:
    """Registers a flag whose value can be any string."""
def adopt_module_key_flags(module: _Any, flag_values: _FlagValues = ...) -> None:
    """Declares that all flags key to a module are key to the current module."""
def declare_key_flag(flag_name: _str | _FlagHolder, flag_values: _FlagValues = ...) -> None:
    """Declares one flag as key to the current module."""
def disclaim_key_flags() -> None:
    """Declares that the current module will not define any more key flags."""
def doc_to_help(doc: _str) -> _str:
    """Takes a __doc__ string and reformats it as help."""
def flag_dict_to_args(flag_map: _dict[_str, _Any], multi_flags: _set[_str] | None = ...) -> _Iterable[_str]:
    """Convert a dict of values into process call parameters."""
def get_help_width() -> _int:
    """Returns the integer width of help lines that is used in TextWrap."""
def mark_bool_flags_as_mutual_exclusive(flag_names: _Any, required: _Any = ..., flag_values: _Any = ...) -> _Any:
    """Ensures that only one flag among flag_names is True."""
def mark_flag_as_required(flag_name: _Any, flag_values: _Any = ...) -> _Any:
    """Ensures that flag is not None during program execution."""
def mark_flags_as_mutual_exclusive(flag_names: _Any, required: _Any = ..., flag_values: _Any = ...) -> _Any:
    """Ensures that only one flag among flag_names is not None."""
def mark_flags_as_required(flag_names: _Any, flag_values: _Any = ...) -> _Any:
    """Ensures that flags are not None during program execution."""
def multi_flags_validator(flag_names: _Any, message: _Any = ..., flag_values: _Any = ...) -> _Any:
    """A function decorator for defining a multi-flag validator."""
def register_multi_flags_validator(flag_names: _Any, multi_flags_checker: _Any, message: _Any = ..., flag_values: _Any = ...) -> _Any:
    """Adds a constraint to multiple flags."""
def register_validator(flag_name: _Any, checker: _Any, message: _Any = ..., flag_values: _Any = ...) -> _Any:
    """Adds a constraint, which will be enforced during program execution."""
def set_default(flag_holder: _Any, value: _Any) -> None:
    """Changes the default value of the provided flag object."""
def text_wrap(text: _str, length: _int | None = ..., indent: _str = ..., firstline_indent: _str | None = ...) -> _str:
    """Wraps a given text to a maximum line length and returns it."""
def validator(flag_name: _Any, message: _Any = ..., flag_values: _Any = ...) -> _Any:
    """A function decorator for defining a flag validator."""

__all__ = [
    "ArgumentParser",
    "ArgumentSerializer",
    "BaseListParser",
    "BooleanFlag",
    "BooleanParser",
    "CantOpenFlagFileError",
    "CsvListSerializer",
    "DEFINE",
    "DEFINE_alias",
    "DEFINE_bool",
    "DEFINE_boolean",
    "DEFINE_enum",
    "DEFINE_enum_class",
    "DEFINE_flag",
    "DEFINE_float",
    "DEFINE_integer",
    "DEFINE_list",
    "DEFINE_multi",
    "DEFINE_multi_enum",
    "DEFINE_multi_enum_class",
    "DEFINE_multi_float",
    "DEFINE_multi_integer",
    "DEFINE_multi_string",
    "DEFINE_spaceseplist",
    "DEFINE_string",
    "DuplicateFlagError",
    "EnumClassFlag",
    "EnumClassParser",
    "EnumFlag",
    "EnumParser",
    "Error",
    "FLAGS",
    "Flag",
    "FlagHolder",
    "FlagNameConflictsWithMethodError",
    "FlagValues",
    "FloatParser",
    "IllegalFlagValueError",
    "IntegerParser",
    "ListParser",
    "ListSerializer",
    "MultiEnumClassFlag",
    "MultiFlag",
    "UnparsedFlagAccessError",
    "UnrecognizedFlagError",
    "ValidationError",
    "WhitespaceSeparatedListParser",
    "adopt_module_key_flags",
    "declare_key_flag",
    "disclaim_key_flags",
    "doc_to_help",
    "flag_dict_to_args",
    "get_help_width",
    "mark_bool_flags_as_mutual_exclusive",
    "mark_flag_as_required",
    "mark_flags_as_mutual_exclusive",
    "mark_flags_as_required",
    "multi_flags_validator",
    "register_multi_flags_validator",
    "register_validator",
    "set_default",
    "text_wrap",
    "validator",
]
