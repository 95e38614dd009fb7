"""`tflite_convert`, also `penstock tflite-convert`: a `.tflite` file from a frozen graph, a SavedModel or a Keras model."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from penstock.lite import settings
from penstock.lite.converter import TFLiteConverter
from penstock.lite.settings import OpsSet, Optimize

_TYPES = {"FLOAT": settings.FLOAT, "QUANTIZED_UINT8": settings.QUANTIZED_UINT8}
_FORMATS = {"TFLITE": settings.TFLITE, "GRAPHVIZ_DOT": settings.GRAPHVIZ_DOT}
# Flags of the older command, and what they are called now.
_OLD_FLAGS = {
    "--input_file": "--graph_def_file",
    "--savedmodel_directory": "--saved_model_dir",
    "--std_value": "--std_dev_values",
    "--batch_size": "--input_shapes",
    "--dump_graphviz": "--dump_graphviz_dir",
}


def _list(text: str | None, kind: Callable[[str], Any] = str) -> list[Any] | None:
    return None if text is None else [kind(item) for item in text.split(",") if item]


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The flags of 1.15."""
    parser = argparse.ArgumentParser(prog=prog, description="Converts a graph into a TensorFlow Lite model.")
    add = parser.add_argument
    add("--output_file", required=True, help="the file to write")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--graph_def_file", help="a file with a graph without variables")
    source.add_argument("--saved_model_dir", help="the folder of a SavedModel")
    source.add_argument("--keras_model_file", help="an HDF5 file with a Keras model")
    add("--output_format", type=str.upper, choices=list(_FORMATS), help="what the file is")
    add("--inference_type", type=str.upper, choices=list(_TYPES), help="the type of real numbers in the file")
    add("--inference_input_type", type=str.upper, choices=list(_TYPES), help="that of the inputs, if it is another one")
    add("--input_arrays", help="names of the inputs, separated by commas")
    add("--input_shapes", help="their shapes, separated by colons")
    add("--output_arrays", help="names of the outputs, separated by commas")
    add("--saved_model_tag_set", help="tags of the meta graph, separated by commas (default serve)")
    add("--saved_model_signature_key", help="the signature (default serving_default)")
    add("--std_dev_values", help="the standard deviation of each input, separated by commas")
    add("--mean_values", help="the mean of each input, separated by commas")
    add("--default_ranges_min", type=float, help="the lowest value of arrays whose range is not known")
    add("--default_ranges_max", type=float, help="the highest value of arrays whose range is not known")
    after = {"dest": "post_training_quantize", "action": "store_true"}
    add("--quantize_weights", help=argparse.SUPPRESS, **after)  # type: ignore[arg-type]
    add("--post_training_quantize", help="make the weights of the converted model integers", **after)  # type: ignore[arg-type]
    add(
        "--quantize_to_float16",
        action="store_true",
        help="with --post_training_quantize: make them 16 bits wide instead",
    )
    add("--drop_control_dependency", action="store_true", help="leave out control dependencies (always done)")
    add(
        "--reorder_across_fake_quant",
        action="store_true",
        help="let fake quantization change places with other operations",
    )
    add(
        "--change_concat_input_ranges",
        type=str.upper,
        choices=["TRUE", "FALSE"],
        help="give what is concatenated one range",
    )
    add("--allow_custom_ops", action="store_true", help="make custom operators of operations that there is none for")
    add("--target_ops", help=f"which operators to use: {','.join(OpsSet.get_options())}")
    add("--dump_graphviz_dir", help="a folder for drawings of the graph")
    add("--dump_graphviz_video", action="store_true", help="draw it after each step")
    return parser


def _check(flags: argparse.Namespace, others: Sequence[str]) -> None:
    """Whether flags go together.

    Raises:
      ValueError: they do not.
    """
    old = [
        f"\n  Use {new} instead of {name}"
        for flag in others
        for name, new in _OLD_FLAGS.items()
        if flag.startswith(name)
    ]
    if old:
        raise ValueError("".join(old))
    if flags.graph_def_file and not (flags.input_arrays and flags.output_arrays):
        raise ValueError("--input_arrays and --output_arrays are required with --graph_def_file")
    if flags.input_shapes:
        if not flags.input_arrays:
            raise ValueError("--input_shapes must be used with --input_arrays")
        if flags.input_shapes.count(":") != flags.input_arrays.count(","):
            raise ValueError("--input_shapes and --input_arrays must have the same number of items")
    if bool(flags.std_dev_values) != bool(flags.mean_values):
        raise ValueError("--std_dev_values and --mean_values must be used together")
    if flags.std_dev_values and flags.std_dev_values.count(",") != flags.mean_values.count(","):
        raise ValueError("--std_dev_values, --mean_values must have the same number of items")
    if (flags.default_ranges_min is None) != (flags.default_ranges_max is None):
        raise ValueError("--default_ranges_min and --default_ranges_max must be used together")
    if flags.dump_graphviz_video and not flags.dump_graphviz_dir:
        raise ValueError("--dump_graphviz_video must be used with --dump_graphviz_dir")


def _converter(flags: argparse.Namespace) -> TFLiteConverter:
    inputs, outputs = _list(flags.input_arrays), _list(flags.output_arrays)
    shapes = None
    if flags.input_shapes:
        shapes = dict(zip(inputs or (), (_list(shape, int) for shape in flags.input_shapes.split(":"))))
    arrays: dict[str, Any] = {"input_arrays": inputs, "input_shapes": shapes, "output_arrays": outputs}
    if flags.graph_def_file:
        return TFLiteConverter.from_frozen_graph(flags.graph_def_file, **arrays)
    if flags.keras_model_file:
        return TFLiteConverter.from_keras_model_file(flags.keras_model_file, **arrays)
    tags = None if flags.saved_model_tag_set is None else set(_list(flags.saved_model_tag_set) or ())
    return TFLiteConverter.from_saved_model(
        flags.saved_model_dir, tag_set=tags, signature_key=flags.saved_model_signature_key, **arrays
    )


def _statistics(flags: argparse.Namespace, converter: TFLiteConverter) -> dict[str, tuple[float, float]]:
    kind = int if converter.inference_type == settings.QUANTIZED_UINT8 else float
    rows = list(zip(_list(flags.mean_values, kind) or (), _list(flags.std_dev_values, float) or ()))
    names = converter.get_input_arrays()
    if (not flags.input_arrays and len(names) > 1) or len(names) != len(rows):
        raise ValueError(
            "Mismatching --input_arrays, --std_dev_values, and --mean_values. The flags must have the same number of items. The "
            f"current input arrays are '{','.join(names)}'. --input_arrays must be present when specifying --std_dev_values and "
            "--mean_values with multiple input tensors in order to map between names and values."
        )
    return dict(zip(names, rows))


def convert(flags: argparse.Namespace) -> None:
    """Does what the flags say, and writes the file.

    Raises:
      ValueError: the flags do not fit the graph.
    """
    converter = _converter(flags)
    if flags.inference_type:
        converter.inference_type = _TYPES[flags.inference_type]
    if flags.inference_input_type:
        converter.inference_input_type = _TYPES[flags.inference_input_type]
    if flags.output_format:
        converter.output_format = _FORMATS[flags.output_format]
    if flags.mean_values and flags.std_dev_values:
        converter.quantized_input_stats = _statistics(flags, converter)
    if flags.default_ranges_min is not None:
        converter.default_ranges_stats = flags.default_ranges_min, flags.default_ranges_max
    converter.reorder_across_fake_quant = flags.reorder_across_fake_quant
    converter.change_concat_input_ranges = flags.change_concat_input_ranges == "TRUE"
    converter.allow_custom_ops = flags.allow_custom_ops
    if flags.target_ops:
        wanted = flags.target_ops.split(",")
        if not set(wanted) <= set(OpsSet.get_options()):
            raise ValueError(f"Invalid value for --target_ops. Options: {','.join(OpsSet.get_options())}")
        converter.target_spec.supported_ops = {OpsSet(name) for name in wanted}
    if flags.post_training_quantize:
        converter.optimizations = [Optimize.DEFAULT]
        if converter.inference_type == settings.QUANTIZED_UINT8:
            told = "Overriding inference type QUANTIZED_UINT8 to FLOAT."
            print(f"--post_training_quantize quantizes a graph of inference_type FLOAT. {told}")
            converter.inference_type = settings.FLOAT
    if flags.quantize_to_float16:
        converter.target_spec.supported_types = [settings.FLOAT16]
        if not flags.post_training_quantize:
            print("--quantize_to_float16 will only take effect with the --post_training_quantize flag enabled.")
    converter.dump_graphviz_dir, converter.dump_graphviz_video = flags.dump_graphviz_dir, flags.dump_graphviz_video
    content = converter.convert()
    with open(flags.output_file, "wb") as file:
        file.write(content)


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Runs the command line `argv`; `prog` is what the command is called in its help. Returns the exit code."""
    parser = create_parser(prog)
    flags, others = parser.parse_known_args(argv)
    try:
        _check(flags, others)
    except ValueError as error:
        parser.print_usage()
        sys.stderr.write(f"{parser.prog}: error: {error}\n")
        return 1
    convert(flags)
    return 0


if __name__ == "__main__":
    sys.exit(run_main())
