"""`inspect_checkpoint`: prints the names, shapes and values in a checkpoint.

Also `penstock inspect-checkpoint` and `tensorflow.python.tools.inspect_checkpoint`.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.tools import files
from penstock.train.checkpoint_reader import CheckpointReader


def _count_total_params(reader: CheckpointReader, count_exclude_pattern: str = "") -> int:
    """The number of values in a checkpoint, without the tensors whose name matches."""
    sizes = {name: math.prod(shape) for name, shape in reader.get_variable_to_shape_map().items()}
    if count_exclude_pattern:
        pattern = re.compile(count_exclude_pattern)
        left_out = [name for name in sizes if pattern.search(name)]
        count = sum(sizes.pop(name) for name in left_out)
        print(f"# Excluding {len(left_out)} tensors ({count} params) that match {count_exclude_pattern} when counting.")
    return sum(sizes.values())


def print_tensors_in_checkpoint_file(
    file_name: str,
    tensor_name: str | None,
    all_tensors: bool,
    all_tensor_names: bool = False,
    count_exclude_pattern: str = "",
) -> None:
    """Prints what is in a checkpoint; an error is printed too, not raised.

    Args:
      file_name: the prefix of the checkpoint's files.
      tensor_name: the tensor to print; without one, and without `all_tensors`, a table of names, types and shapes.
      all_tensors: whether to print the names and values of all.
      all_tensor_names: whether to print all names.
      count_exclude_pattern: tensors to leave out of the number of parameters.
    """
    try:
        _print(file_name, tensor_name, all_tensors, all_tensor_names, count_exclude_pattern)
    except Exception as error:  # noqa: BLE001 - printed, as in 1.15
        text = error.message if isinstance(error, errors.OpError) else str(error)
        print(text)
        ending = next((e for e in (".index", ".meta", ".data") if e in file_name), None)
        if isinstance(error, errors.OpError) and ending:
            print(
                "\nIt's likely that this is a V2 checkpoint and you need to provide the filename\n"
                "*prefix*.  Try removing the '.' and extension.  Try:\n"
                f"inspect checkpoint --file_name = {file_name.rpartition('.')[0]}"
            )


def _print(file_name: str, tensor_name: str | None, all_tensors: bool, names: bool, left_out: str) -> None:
    reader = CheckpointReader(file_name)
    if all_tensors or names:
        for key in sorted(reader.get_variable_to_shape_map()):
            print("tensor_name: ", key)
            if all_tensors:
                print(reader.get_tensor(key))
    elif not tensor_name:
        print(reader.debug_string().decode("utf-8"))
    else:
        print("tensor_name: ", tensor_name)
        print(reader.get_tensor(tensor_name))
    print(f"# Total number of params: {_count_total_params(reader, left_out)}")


def parse_numpy_printoption(kv_str: str) -> None:
    """Sets an option of `numpy.set_printoptions` from text such as `threshold=100000`.

    Raises:
      argparse.ArgumentTypeError: there is no such option, or it takes another value.
    """
    key, _, text = kv_str.partition("=")
    if not key or "=" not in kv_str:
        raise argparse.ArgumentTypeError(f"'{kv_str}' is not in the form k=v.")
    options: dict[str, Any] = dict(np.get_printoptions())
    if key not in options:
        raise argparse.ArgumentTypeError(f"'{key}' is not a valid printoption.")
    kind = type(options[key])
    if options[key] is None:
        raise argparse.ArgumentTypeError(f"Setting '{key}' from the command line is not supported.")
    try:
        value: Any = _BOOLEANS[text.lower()] if kind is bool else kind(text)
        np.set_printoptions(**{key: value})
    except (ValueError, TypeError, KeyError) as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a value for '{key}': {error}") from None


_BOOLEANS = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Prints what is in a checkpoint.")
    parser.add_argument("--file_name", default="", help="the prefix that the checkpoint's files share")
    parser.add_argument("--tensor_name", default="", help="name of the tensor to print")
    parser.add_argument("--count_exclude_pattern", default="", help="tensors to leave out of the count, such as slots")
    files.add_switch(parser, "--all_tensors", False, "print the names and values of all tensors")
    files.add_switch(parser, "--all_tensor_names", False, "print the names of all tensors")
    text = "options for numpy.set_printoptions, in the form 'k=v'"
    parser.add_argument("--printoptions", nargs="*", type=parse_numpy_printoption, help=text)
    return parser


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code: 1 if the checkpoint could not be read."""
    flags = create_parser(prog).parse_args(argv)
    if not flags.file_name:
        print(
            "Usage: inspect_checkpoint --file_name=checkpoint_file_name [--tensor_name=tensor_to_print] "
            "[--all_tensors] [--all_tensor_names] [--printoptions]"
        )
        return 1
    try:
        CheckpointReader(flags.file_name)
        readable = True
    except (errors.OpError, OSError, ValueError):
        readable = False
    print_tensors_in_checkpoint_file(
        flags.file_name,
        flags.tensor_name,
        flags.all_tensors,
        flags.all_tensor_names,
        count_exclude_pattern=flags.count_exclude_pattern,
    )
    return 0 if readable else 1


if __name__ == "__main__":
    sys.exit(run_main(prog="inspect_checkpoint"))
