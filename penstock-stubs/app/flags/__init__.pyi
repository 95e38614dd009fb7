"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.platform.flags import ArgumentParser as ArgumentParser
from penstock.platform.flags import ArgumentSerializer as ArgumentSerializer
from penstock.platform.flags import BaseListParser as BaseListParser
from penstock.platform.flags import BooleanFlag as BooleanFlag
from penstock.platform.flags import BooleanParser as BooleanParser
from penstock.platform.flags import CantOpenFlagFileError as CantOpenFlagFileError
from penstock.platform.flags import CsvListSerializer as CsvListSerializer
from penstock.platform.flags import DEFINE as DEFINE
from penstock.platform.flags import DEFINE_alias as DEFINE_alias
from penstock.platform.flags import DEFINE_bool as DEFINE_bool
from penstock.platform.flags import DEFINE_boolean as DEFINE_boolean
from penstock.platform.flags import DEFINE_enum as DEFINE_enum
from penstock.platform.flags import DEFINE_enum_class as DEFINE_enum_class
from penstock.platform.flags import DEFINE_flag as DEFINE_flag
from penstock.platform.flags import DEFINE_float as DEFINE_float
from penstock.platform.flags import DEFINE_integer as DEFINE_integer
from penstock.platform.flags import DEFINE_list as DEFINE_list
from penstock.platform.flags import DEFINE_multi as DEFINE_multi
from penstock.platform.flags import DEFINE_multi_enum as DEFINE_multi_enum
from penstock.platform.flags import DEFINE_multi_enum_class as DEFINE_multi_enum_class
from penstock.platform.flags import DEFINE_multi_float as DEFINE_multi_float
from penstock.platform.flags import DEFINE_multi_integer as DEFINE_multi_integer
from penstock.platform.flags import DEFINE_multi_string as DEFINE_multi_string
from penstock.platform.flags import DEFINE_spaceseplist as DEFINE_spaceseplist
from penstock.platform.flags import DEFINE_string as DEFINE_string
from penstock.platform.flags import DuplicateFlagError as DuplicateFlagError
from penstock.platform.flags import EnumClassFlag as EnumClassFlag
from penstock.platform.flags import EnumClassParser as EnumClassParser
from penstock.platform.flags import EnumFlag as EnumFlag
from penstock.platform.flags import EnumParser as EnumParser
from penstock.platform.flags import Error as Error
from penstock.platform.flags import FLAGS as FLAGS
from penstock.platform.flags import Flag as Flag
from penstock.platform.flags import FlagHolder as FlagHolder
from penstock.platform.flags import FlagNameConflictsWithMethodError as FlagNameConflictsWithMethodError
from penstock.platform.flags import FlagValues as FlagValues
from penstock.platform.flags import FloatParser as FloatParser
from penstock.platform.flags import IllegalFlagValueError as IllegalFlagValueError
from penstock.platform.flags import IntegerParser as IntegerParser
from penstock.platform.flags import ListParser as ListParser
from penstock.platform.flags import ListSerializer as ListSerializer
from penstock.platform.flags import MultiEnumClassFlag as MultiEnumClassFlag
from penstock.platform.flags import MultiFlag as MultiFlag
from penstock.platform.flags import UnparsedFlagAccessError as UnparsedFlagAccessError
from penstock.platform.flags import UnrecognizedFlagError as UnrecognizedFlagError
from penstock.platform.flags import ValidationError as ValidationError
from penstock.platform.flags import WhitespaceSeparatedListParser as WhitespaceSeparatedListParser
from penstock.platform.flags import adopt_module_key_flags as adopt_module_key_flags
from penstock.platform.flags import declare_key_flag as declare_key_flag
from penstock.platform.flags import disclaim_key_flags as disclaim_key_flags
from penstock.platform.flags import doc_to_help as doc_to_help
from penstock.platform.flags import flag_dict_to_args as flag_dict_to_args
from penstock.platform.flags import get_help_width as get_help_width
from penstock.platform.flags import mark_bool_flags_as_mutual_exclusive as mark_bool_flags_as_mutual_exclusive
from penstock.platform.flags import mark_flag_as_required as mark_flag_as_required
from penstock.platform.flags import mark_flags_as_mutual_exclusive as mark_flags_as_mutual_exclusive
from penstock.platform.flags import mark_flags_as_required as mark_flags_as_required
from penstock.platform.flags import multi_flags_validator as multi_flags_validator
from penstock.platform.flags import register_multi_flags_validator as register_multi_flags_validator
from penstock.platform.flags import register_validator as register_validator
from penstock.platform.flags import set_default as set_default
from penstock.platform.flags import text_wrap as text_wrap
from penstock.platform.flags import validator as validator

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
