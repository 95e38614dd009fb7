"""The steps of a conversion, one after the other."""

from __future__ import annotations

import enum
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from penstock.lite import settings
from penstock.lite.conversion import drawing, passes, reading, writing
from penstock.lite.conversion.network import Network
from penstock.lite.quantization import calibration, fake_quantized, weights

if TYPE_CHECKING:
    from penstock.protos import GraphDef


class AfterTraining(enum.Enum):
    """What becomes of the real numbers of a model that was trained without fake quantization."""

    NOTHING = 0
    WEIGHTS = 1
    HALF_PRECISION = 2
    INTEGERS = 3


class Choices(NamedTuple):
    """What `TFLiteConverter` was told; see there."""

    inference_type: Any = settings.FLOAT
    input_type: Any = None
    output_type: Any = None
    statistics: dict[str, tuple[float, float]] = {}
    default_range: tuple[float, float] | None = None
    reorder_across_fake_quant: bool = False
    change_concat_input_ranges: bool = False
    allow_custom_ops: bool = False
    after_training: AfterTraining = AfterTraining.NOTHING
    only_integers: bool = False
    dataset: Callable[[], Iterable[Any]] | None = None
    drawing: bool = False
    drawings: str | os.PathLike[str] | None = None
    all_drawings: bool = False


def convert(
    graph_def: GraphDef, inputs: Sequence[tuple[str, Any, Any]], outputs: Sequence[str], choices: Choices
) -> bytes:
    """Converts a frozen graph.

    Args:
      graph_def: the graph.
      inputs: (name, shape, type) of what is fed.
      outputs: the names of what is wanted.
      choices: what becomes of it.

    Returns:
      The bytes of a `.tflite` file, or of a drawing.

    Raises:
      ConverterError: the graph cannot be said in TensorFlow Lite's operators.
      ValueError: the choices contradict each other.
    """
    integers = choices.inference_type == settings.QUANTIZED_UINT8
    if settings.QUANTIZED_UINT8 in (choices.inference_type, choices.input_type) and not choices.statistics:
        raise ValueError("std_dev and mean must be defined when inference_input_type is QUANTIZED_UINT8.")
    network = reading.read(graph_def, inputs, outputs)
    _draw(network, choices, "toco_AT_IMPORT")
    passes.simplify(network)
    if integers:
        fake_quantized.prepare(network, choices.reorder_across_fake_quant)
    else:
        fake_quantized.resolve_constants(network)
    passes.fuse(network)
    if choices.all_drawings:
        _draw(network, choices, "toco_AFTER_TRANSFORMATIONS")
    for name in network.inputs:
        mean, deviation = choices.statistics.get(name, (0.0, 1.0))
        network.arrays[name].range = ((0 - mean) / deviation, (255 - mean) / deviation)
    writing.check(network, choices.allow_custom_ops)
    if integers:
        fake_quantized.quantize(network, choices.default_range, choices.change_concat_input_ranges)
        if choices.input_type == settings.FLOAT:
            fake_quantized.real_inputs(network)
    elif choices.input_type == settings.QUANTIZED_UINT8 and choices.after_training is AfterTraining.NOTHING:
        fake_quantized.integer_inputs(network)
    if choices.after_training is AfterTraining.WEIGHTS:
        weights.to_integers(network)
    elif choices.after_training is AfterTraining.HALF_PRECISION:
        weights.to_half_precision(network)
    elif choices.after_training is AfterTraining.INTEGERS:
        assert choices.dataset is not None
        calibration.quantize(
            network,
            choices.dataset,
            choices.only_integers,
            choices.input_type,
            choices.output_type,
            choices.allow_custom_ops,
        )
    _draw(network, choices, "toco_AFTER_ALL")
    if choices.drawing:
        return drawing.drawn(network).encode()
    return writing.write(network, choices.allow_custom_ops)


def _draw(network: Network, choices: Choices, name: str) -> None:
    if choices.drawings:
        os.makedirs(choices.drawings, exist_ok=True)
        with open(os.path.join(choices.drawings, f"{name}.dot"), "w", encoding="utf-8") as file:
            file.write(drawing.drawn(network))
