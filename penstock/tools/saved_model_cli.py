"""`saved_model_cli`: shows what is in a SavedModel, runs a signature, looks for operations that touch files, and freezes.

Also `penstock saved-model` and `tensorflow.python.tools.saved_model_cli`. The layout of what is printed is that of the
seeds (1.5); 1.15 has the same lines, indented by two more blanks. Expressions on the command line are computed by
`expressions`, files of arrays are read by `arrays`: neither runs code from anywhere.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.tools import arrays, expressions, files, saved_model_utils
from penstock.tools.saved_model_utils import get_meta_graph_def
from penstock.train import meta_graph_def as metagraphs

if TYPE_CHECKING:
    from penstock.protos import MetaGraphDef

# Operations that reach outside of the computation.
_OP_BLACKLIST = {"WriteFile", "ReadFile", "PrintV2"}


# ---- show ----


def _show_tag_sets(saved_model_dir: str) -> None:
    tag_sets = saved_model_utils.get_saved_model_tag_sets(saved_model_dir)
    print("The given SavedModel contains the following tag-sets:")
    for tag_set in sorted(tag_sets):
        print(", ".join(sorted(tag_set)))


def _show_signature_def_map_keys(saved_model_dir: str, tag_set: str) -> None:
    signatures = get_signature_def_map(saved_model_dir, tag_set)
    print("The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:")
    for key in sorted(signatures):
        print(f'SignatureDef key: "{key}"')


def _signature(meta_graph_def: MetaGraphDef, key: str) -> Any:
    # Asking the map itself would add an empty signature.
    if key not in meta_graph_def.signature_def:
        known = ", ".join(f'"{name}"' for name in sorted(meta_graph_def.signature_def))
        raise ValueError(f'"{key}" is not the key of a SignatureDef. Please choose from {known}.')
    return meta_graph_def.signature_def[key]


def _show_inputs_outputs(saved_model_dir: str, tag_set: str, signature_def_key: str, indent: str = "") -> None:
    signature = _signature(get_meta_graph_def(saved_model_dir, tag_set), signature_def_key)
    for side, infos in (("input", signature.inputs), ("output", signature.outputs)):
        print(f"{indent}The given SavedModel SignatureDef contains the following {side}(s):")
        for key, info in sorted(infos.items()):
            print(f"{indent}  {side}s['{key}'] tensor_info:")
            _print_tensor_info(info, f"{indent}      ")
    print(f"{indent}Method name is: {signature.method_name}")


def _print_tensor_info(tensor_info: Any, indent: str) -> None:
    shape = "unknown_rank"
    if not tensor_info.tensor_shape.unknown_rank:
        shape = "(" + ", ".join(str(dim.size) for dim in tensor_info.tensor_shape.dim) + ")"
    names = protos.TensorInfo.DESCRIPTOR.fields_by_name["dtype"].enum_type.values_by_number
    number = tensor_info.dtype
    print(f"{indent}dtype: {names[number].name if number in names else number}")
    print(f"{indent}shape: {shape}")
    print(f"{indent}name: {tensor_info.name}")


def _show_all(saved_model_dir: str) -> None:
    for tag_set in sorted(saved_model_utils.get_saved_model_tag_sets(saved_model_dir)):
        print(f"\nMetaGraphDef with tag-set: '{', '.join(tag_set)}' contains the following SignatureDefs:")
        for key in sorted(get_signature_def_map(saved_model_dir, ",".join(tag_set))):
            print(f"\nsignature_def['{key}']:")
            _show_inputs_outputs(saved_model_dir, ",".join(tag_set), key, indent="  ")


def get_signature_def_map(saved_model_dir: str, tag_set: str) -> Any:
    """The signatures by key of the graph with these tags."""
    return get_meta_graph_def(saved_model_dir, tag_set).signature_def


# ---- scan ----


def scan_meta_graph_def(meta_graph_def: MetaGraphDef) -> None:
    """Prints which operations of a graph reach outside of the computation."""
    used = {op.name for op in metagraphs.stripped_op_list_for_graph(meta_graph_def.graph_def).op}
    used |= {node.op for node in meta_graph_def.graph_def.node}
    tags = meta_graph_def.meta_info_def.tags
    found = _OP_BLACKLIST & used
    if found:
        print(f"MetaGraph with tag set {tags} contains the following blacklisted ops:", found)
    else:
        print(f"MetaGraph with tag set {tags} does not contain blacklisted ops.")


# ---- run ----


def run_saved_model_with_feed_dict(
    saved_model_dir: str,
    tag_set: str,
    signature_def_key: str,
    input_tensor_key_feed_dict: dict[str, Any],
    outdir: str | None,
    overwrite_flag: bool,
    worker: str | None = None,
    init_tpu: bool = False,
    tf_debug: bool = False,
) -> None:
    """Runs a signature and prints its outputs; with `outdir`, also saves each as `<key>.npy`.

    Args:
      saved_model_dir: the directory.
      tag_set: the tags of the graph, separated by commas.
      signature_def_key: the signature.
      input_tensor_key_feed_dict: input key → value.
      outdir: where to save, made if it is not there.
      overwrite_flag: whether files there may be replaced.
      worker: the address of a server to run on.
      init_tpu: whether to initialize a TPU first.
      tf_debug: whether to run under the debugger.

    Raises:
      ValueError: there is no such signature, or it has no such input.
      RuntimeError: an output file exists already.
    """
    from penstock import _namespace
    from penstock.graph.graph import Graph
    from penstock.runtime.session.session import Session
    from penstock.saved_model import loader

    signature = _signature(get_meta_graph_def(saved_model_dir, tag_set), signature_def_key)
    for key in input_tensor_key_feed_dict:
        if key not in signature.inputs:
            known = '"' + '", "'.join(signature.inputs) + '"'
            text = f'"{key}" is not a valid input key. Please choose from {known}, or use --show option.'
            raise ValueError(text)
    feeds = {signature.inputs[key].name: value for key, value in input_tensor_key_feed_dict.items()}
    keys = sorted(signature.outputs)
    with Session(worker or "", graph=Graph()) as sess:
        if init_tpu:
            print("Initializing TPU System ...")
            sess.run(_namespace.find("contrib.tpu.initialize_system")())
        loader.load(sess, tag_set.split(","), saved_model_dir)
        runner: Any = sess
        if tf_debug:
            from penstock.debug.wrappers.local_cli_wrapper import LocalCLIDebugWrapperSession

            runner = LocalCLIDebugWrapperSession(sess)
        outputs = runner.run([signature.outputs[key].name for key in keys], feed_dict=feeds)
    for key, output in zip(keys, outputs):
        print(f"Result for output key {key}:\n{output}")
        if outdir:
            _save(key, output, outdir, overwrite_flag)


def _save(key: str, output: Any, outdir: str, overwrite: bool) -> None:
    # The key is from the file: it names a file in `outdir`, and nothing else.
    if os.path.basename(key) != key or key in ("", ".", "..") or "\0" in key:
        raise ValueError(f"Output key {key!r} is not the name of a file.")
    os.makedirs(outdir, exist_ok=True)
    path = os.path.join(outdir, key + ".npy")
    if not overwrite and os.path.exists(path):
        text = f'Output file {path} already exists. Add "--overwrite" to overwrite the existing output files.'
        raise RuntimeError(text)
    np.save(path, output)
    print(f"Output {key} is saved to {path}")


def preprocess_inputs_arg_string(inputs_str: str) -> dict[str, tuple[str, str | None]]:
    """Input key → (file, name in it or None), from `x=a.npz[x];y=b.npy`.

    Raises:
      RuntimeError: the text has another form.

    >>> preprocess_inputs_arg_string("x=a.npz[v];y=b.npy")
    {'x': ('a.npz', 'v'), 'y': ('b.npy', None)}
    """
    found: dict[str, tuple[str, str | None]] = {}
    for text in filter(bool, inputs_str.split(";")):
        match = re.fullmatch(r"([^=]+)=([^\[\]]+)(?:\[([^\[\]]+)\])?", text)
        if not match:
            raise RuntimeError(
                f'--inputs "{text}" format is incorrect. Please follow"<input_key>=<filename>", or'
                '"<input_key>=<filename>[<variable_name>]"'
            )
        found[match.group(1)] = match.group(2), match.group(3)
    return found


def _split_expressions(text: str) -> dict[str, str]:
    found = {}
    for part in filter(bool, text.split(";")):
        key, equals, expression = part.partition("=")
        if not equals:
            raise RuntimeError(
                f'--input_exprs "{text}" format is incorrect. Please follow"<input_key>=<python expression>"'
            )
        found[key] = expression
    return found


def preprocess_input_exprs_arg_string(input_exprs_str: str) -> dict[str, Any]:
    """Input key → value, from `x=[[1], [2]];y=np.ones((2, 1))`; see `expressions` for what may be written.

    Raises:
      RuntimeError: the text has another form.
    """
    return {key: expressions.evaluate(text) for key, text in _split_expressions(input_exprs_str).items()}


def preprocess_input_examples_arg_string(input_examples_str: str) -> dict[str, list[bytes]]:
    """Input key → serialized `tf.train.Example`s, from `x=[{"id": [26], "weights": [0.5, 0.5]}]`.

    Raises:
      ValueError: it is not a list of dictionaries of lists.
    """
    found = {}
    for key, text in _split_expressions(input_examples_str).items():
        examples = expressions.literal(text)
        if not isinstance(examples, list):
            raise ValueError(f'tf.Example input must be a list of dictionaries, but "{examples}" is {type(examples)}')
        found[key] = [_create_example_string(example) for example in examples]
    return found


def _create_example_string(example_dict: dict[str, list[Any]]) -> bytes:
    example = protos.Example()
    for name, values in example_dict.items():
        if not isinstance(values, list) or not values:
            raise ValueError(f'feature value must be a list, but {name}: "{values}" is {type(values)}')
        feature = example.features.feature[name]
        first = values[0]
        if isinstance(first, float):
            feature.float_list.value.extend(values)
        elif isinstance(first, (str, bytes)):
            feature.bytes_list.value.extend(v.encode() if isinstance(v, str) else v for v in values)
        elif isinstance(first, int):
            feature.int64_list.value.extend(values)
        else:
            raise ValueError(f"Type {type(first)} for value {first} is not supported for tf.train.Feature.")
    return example.SerializeToString()


def load_inputs_from_input_arg_string(inputs_str: str, input_exprs_str: str, input_examples_str: str) -> dict[str, Any]:
    """Input key → value, from the three flags; a later one wins, with a warning.

    Raises:
      RuntimeError: a file has several arrays and none is named, or not the one that is.
    """
    found: dict[str, Any] = {}
    for key, (filename, name) in preprocess_inputs_arg_string(inputs_str).items():
        found[key] = _from_file(filename, name)
    for key, value in preprocess_input_exprs_arg_string(input_exprs_str).items():
        if key in found:
            warnings.warn(
                f"input_key {key} has been specified with both --inputs and --input_exprs options. "
                "Value in --input_exprs will be used.",
                stacklevel=2,
            )
        found[key] = value
    for key, value in preprocess_input_examples_arg_string(input_examples_str).items():
        if key in found:
            text = f"input_key {key} has been specified in multiple options. Value in --input_examples will be used."
            warnings.warn(text, stacklevel=2)
        found[key] = value
    return found


def _from_file(filename: str, name: str | None) -> Any:
    data = arrays.load(filename)
    if isinstance(data, np.ndarray):
        if name:
            warnings.warn(f'Input file {filename} contains a single ndarray. Name key "{name}" ignored.', stacklevel=3)
        return data
    if name:
        if not isinstance(data, dict) or name not in data:
            raise RuntimeError(f'Input file {filename} does not contain variable with name "{name}".')
        return data[name]
    if isinstance(data, arrays.Archive):
        if len(data) != 1:
            raise RuntimeError(
                f"Input file {filename} contains more than one ndarrays. Please specify the name of ndarray to use."
            )
        return data[next(iter(data))]
    return data


# ---- the command ----


def show(args: argparse.Namespace) -> None:
    """`saved_model_cli show`."""
    if args.all:
        _show_all(args.dir)
    elif args.tag_set is None:
        _show_tag_sets(args.dir)
    elif args.signature_def is None:
        _show_signature_def_map_keys(args.dir, args.tag_set)
    else:
        _show_inputs_outputs(args.dir, args.tag_set, args.signature_def)


class NoInputError(AttributeError, ValueError):
    """`run` was given no inputs; an AttributeError in 1.15."""


def run(args: argparse.Namespace) -> None:
    """`saved_model_cli run`.

    Raises:
      NoInputError: no inputs are given.
    """
    if not args.inputs and not args.input_exprs and not args.input_examples:
        raise NoInputError("At least one of --inputs, --input_exprs or --input_examples must be required")
    values = load_inputs_from_input_arg_string(args.inputs, args.input_exprs, args.input_examples)
    run_saved_model_with_feed_dict(
        args.dir,
        args.tag_set,
        args.signature_def,
        values,
        args.outdir,
        args.overwrite,
        worker=args.worker,
        init_tpu=args.init_tpu,
        tf_debug=args.tf_debug,
    )


def scan(args: argparse.Namespace) -> None:
    """`saved_model_cli scan`."""
    if args.tag_set:
        scan_meta_graph_def(get_meta_graph_def(args.dir, args.tag_set))
    else:
        for found in saved_model_utils.read_saved_model(args.dir).meta_graphs:
            scan_meta_graph_def(found)


def convert_with_tensorrt(args: argparse.Namespace) -> None:
    """`saved_model_cli convert ... tensorrt`: a frozen SavedModel, as 1.15.5 makes it on a machine without TensorRT."""
    from penstock.contrib.frozen_models import create_inference_graph

    create_inference_graph(
        None,
        None,
        max_batch_size=args.max_batch_size,
        max_workspace_size_bytes=args.max_workspace_size_bytes,
        precision_mode=args.precision_mode,
        minimum_segment_size=args.minimum_segment_size,
        is_dynamic_op=args.is_dynamic_op,
        input_saved_model_dir=args.dir,
        input_saved_model_tags=args.tag_set.split(","),
        output_saved_model_dir=args.output_dir,
    )


_SHOW = """Usage examples:
To show all tag-sets in a SavedModel:
$saved_model_cli show --dir /tmp/saved_model

To show all available SignatureDef keys in a MetaGraphDef specified by its tag-set:
$saved_model_cli show --dir /tmp/saved_model --tag_set serve

A MetaGraphDef with several tags needs all of them, separated by ',':
$saved_model_cli show --dir /tmp/saved_model --tag_set serve,gpu

To show all inputs and outputs of a signature:
$saved_model_cli show --dir /tmp/saved_model --tag_set serve --signature_def serving_default

To show everything:
$saved_model_cli show --dir /tmp/saved_model --all"""
_RUN = """Usage example:
To run arrays from files through a signature and save the outputs to files:
$saved_model_cli run --dir /tmp/saved_model --tag_set serve \\
   --signature_def serving_default \\
   --inputs 'input1_key=/tmp/124.npz[x];input2_key=/tmp/123.npy' \\
   --input_exprs 'input3_key=np.ones(2)' \\
   --input_examples 'input4_key=[{"id":[26],"weights":[0.5, 0.5]}]' \\
   --outdir=/out"""
_SCAN = """Usage example:
To scan for blacklisted ops in SavedModel:
$saved_model_cli scan --dir /tmp/saved_model
To scan a specific MetaGraph, pass in --tag_set"""


_CONVERT = """Usage example:
To freeze a SavedModel, and with TensorRT to replace parts of it by engines:
$saved_model_cli convert --dir /tmp/saved_model --tag_set serve --output_dir /tmp/saved_model_trt tensorrt"""


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="saved_model_cli: Command-line interface for SavedModel")
    parser.add_argument("-v", "--version", action="version", version="0.1.0")
    commands = parser.add_subparsers(title="commands", description="valid commands", help="additional help")

    def add(name: str, description: str, action: Any, purpose: str = "execute") -> argparse.ArgumentParser:
        own = commands.add_parser(name, description=description, formatter_class=argparse.RawTextHelpFormatter)
        own.add_argument("--dir", type=str, required=True, help=f"directory containing the SavedModel to {purpose}")
        own.set_defaults(func=action)
        return own

    own = add("show", _SHOW, show, "inspect")
    own.add_argument("--all", action="store_true", help="if set, will output all information in given SavedModel")
    own.add_argument("--tag_set", default=None, help="tag-set of graph in SavedModel to show, separated by ','")
    key = "SIGNATURE_DEF_KEY"
    shown = "key of SignatureDef to display input(s) and output(s) for"
    own.add_argument("--signature_def", default=None, metavar=key, help=shown)

    own = add("run", _RUN, run)
    own.add_argument("--tag_set", required=True, help="tag-set of graph in SavedModel to load, separated by ','")
    own.add_argument("--signature_def", required=True, metavar=key, help="key of SignatureDef to run")
    for flag, text in {
        "--inputs": "inputs from files, '<input_key>=<filename>' or '<input_key>=<filename>[<variable_name>]',\n"
        "separated by ';'; the files are .npy, .npz or pickled arrays",
        "--input_exprs": "inputs as expressions, '<input_key>=<expression>', separated by ';': literals, arithmetic and\n"
        "functions of NumPy, which is 'np'; wins over --inputs",
        "--input_examples": "inputs as tf.Examples, '<input_key>=[{feature0:value_list,feature1:value_list}]',\n"
        "separated by ';'; wins over --inputs and --input_exprs",
    }.items():
        own.add_argument(flag, default="", help=text)
    own.add_argument("--outdir", default=None, help="if specified, output tensor(s) will be saved to given directory")
    own.add_argument(
        "--overwrite", action="store_true", help="if set, output file will be overwritten if it already exists."
    )
    own.add_argument("--tf_debug", action="store_true", help="if set, runs under the TensorFlow Debugger (tfdbg)")
    own.add_argument("--worker", default=None, help="address of a server to run on, such as grpc://host:2222")
    own.add_argument("--init_tpu", action="store_true", default=None, help="if set, initializes the TPU of the worker")

    own = add("scan", _SCAN, scan)
    own.add_argument("--tag_set", help="tag-set of graph in SavedModel to scan, separated by ','")

    own = add("convert", _CONVERT, None, "convert")
    own.add_argument("--output_dir", required=True, help="output directory for the converted SavedModel")
    own.add_argument("--tag_set", required=True, help="tag-set of graph in SavedModel to convert, separated by ','")
    methods = own.add_subparsers(
        title="conversion methods",
        description="valid conversion methods",
        help="the conversion to run with the SavedModel",
    )
    own = methods.add_parser(
        "tensorrt",
        description="Freezes the SavedModel; without TensorRT, as here, nothing becomes an engine",
        formatter_class=argparse.RawTextHelpFormatter,
    )
    for flag, kind, default, text in (
        ("--max_batch_size", int, 1, "max size for the input batch"),
        ("--max_workspace_size_bytes", int, 2 << 20, "most memory that an engine may use when it runs"),
        ("--precision_mode", str, "FP32", "one of FP32, FP16 and INT8"),
        ("--minimum_segment_size", int, 3, "least number of nodes that an engine would replace"),
        ("--is_dynamic_op", bool, False, "whether engines would be built at run time"),
    ):
        own.add_argument(flag, type=kind, default=default, help=text)
    own.set_defaults(func=convert_with_tensorrt)
    return parser


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    args = parser.parse_args(argv)
    if getattr(args, "func", None) is None:
        parser.error("too few arguments")
    return files.guarded(parser.prog, lambda: args.func(args))


def main() -> int:
    """The command `saved_model_cli`."""
    return run_main(prog="saved_model_cli")


if __name__ == "__main__":
    sys.exit(main())
