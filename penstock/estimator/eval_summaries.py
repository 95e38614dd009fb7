"""The events that an evaluation leaves: the values of the metrics, and which checkpoint they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from penstock import protos
from penstock.graph import dtypes
from penstock.graph.tensor_proto import make_tensor_proto
from penstock.platform import logging
from penstock.summary.writer import FileWriterCache


def _as_text(results: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} = {value!s}" for key, value in sorted(results.items()) if not isinstance(value, bytes))


def write_results(output_dir: str, results: Mapping[str, Any], step: int) -> None:
    """Logs the results of an evaluation and writes them as events."""
    logging.info("Saving dict for global step %d: %s", step, _as_text(results))
    summary = protos.Summary()
    for key, value in results.items():
        if value is None or key == "global_step":
            continue
        if isinstance(value, (np.float32, float)):
            summary.value.add(tag=key, simple_value=float(value))
        elif isinstance(value, (np.int64, np.int32, int)):
            summary.value.add(tag=key, simple_value=int(value))
        elif isinstance(value, bytes):
            _add_summary(summary, key, value)
        elif isinstance(value, np.ndarray):
            summary.value.add(tag=key, node_name=key, tensor=make_tensor_proto(value))
            logging.info(
                "Summary for np.ndarray is not visible in Tensorboard by default. Consider using a Tensorboard plugin "
                "for visualization (see https://github.com/tensorflow/tensorboard-plugin-example/blob/master/README.md"
                " for more information)."
            )
        else:
            logging.warning(
                "Skipping summary for %s, must be a float, np.float32, np.int64, np.int32 or int or np.ndarray or a "
                "serialized string of Summary.",
                key,
            )
    _write(output_dir, summary, step)


def _add_summary(summary: Any, key: str, serialized: bytes) -> None:
    try:
        parts = protos.Summary.FromString(serialized)
    except DecodeError:
        logging.warning("Skipping summary for %s, cannot parse string to Summary.", key)
        return
    for index, value in enumerate(parts.value):
        value.tag = f"{key}/{index}"
    summary.value.extend(parts.value)


def write_checkpoint_path(output_dir: str, checkpoint_path: str, step: int) -> None:
    """Writes an event that names the checkpoint."""
    logging.info("Saving 'checkpoint_path' summary for global step %d: %s", step, checkpoint_path)
    summary = protos.Summary()
    summary.value.add(tag="checkpoint_path", tensor=make_tensor_proto(checkpoint_path, dtype=dtypes.string))
    _write(output_dir, summary, step)


def _write(output_dir: str, summary: Any, step: int) -> None:
    writer = FileWriterCache.get(output_dir)
    writer.add_summary(summary, step)
    writer.flush()
