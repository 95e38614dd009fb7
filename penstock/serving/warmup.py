"""Warm-up: requests recorded beside a model are answered before it serves, so that its first client does not wait for programs.

They are a TFRecord file of `PredictionLog` messages, `assets.extra/tf_serving_warmup_requests`, as for TensorFlow Serving.
"""

from __future__ import annotations

import os
import time
from typing import Any

from penstock.graph import errors
from penstock.serving import inference
from penstock.serving.batching import Task, run_batch
from penstock.serving.configuration import Batching, message
from penstock.serving.monitoring import Metrics
from penstock.serving.servable import Servable
from penstock.serving.signatures import invalid
from penstock.storage import records

_MOST_RECORDS = 1000


def warm_up(servable: Servable, metrics: Metrics, iterations: int = 1, batching: Batching | None = None) -> int:
    """Answers all recorded requests of a servable; returns how many there were.

    Raises:
      tf.errors.InvalidArgumentError: one is not a request for this model, or there are too many.
      tf.errors.DataLossError: the file is damaged.
    """
    path = servable.warmup_file
    if not os.path.isfile(path):
        return 0
    start, count, status = time.monotonic(), 0, "fail"
    try:
        for record in _records(path):
            count += 1
            if count > _MOST_RECORDS:
                raise invalid(f"Number of warmup records exceeds the maximum ({_MOST_RECORDS}) at {path}")
            try:
                log = message("PredictionLog").FromString(record)
            except Exception:
                raise invalid(f"Failed to parse warmup record: {record[:100]!r} from {path}") from None
            for _ in range(max(1, iterations)):
                _answer(servable, log, batching)
        status = "success"
    finally:
        metrics.warmed(servable.path, status, time.monotonic() - start)
    return count


def _records(path: str) -> Any:
    try:
        yield from records.tf_record_iterator(path)
    except errors.DataLossError as error:
        text = f"{error.message}. Please verify your warmup data is in TFRecord format."
        raise errors.DataLossError(None, None, text) from None


def _answer(servable: Servable, log: Any, batching: Batching | None) -> None:
    kind = log.WhichOneof("log_type")
    if kind == "predict_log":
        job = inference.predict(servable, log.predict_log.request)
    elif kind == "classify_log":
        job = inference.classify(servable, log.classify_log.request)
    elif kind == "regress_log":
        job = inference.regress(servable, log.regress_log.request)
    elif kind == "multi_inference_log":
        job = inference.multi_inference(servable, log.multi_inference_log.request)
    elif kind is None:
        return
    else:
        number = log.DESCRIPTOR.fields_by_name[kind].number
        raise errors.UnimplementedError(None, None, f"Unsupported log_type for warmup: {number}")
    if batching is None:
        job.answer(job.prepared.run(job.arrays))
        return
    results: list[Any] = []
    task = Task(job.arrays, len(job.arrays[0]), results.append, None)
    run_batch(job.prepared, [task], batching, lambda seconds, rows: None)
    if isinstance(results[0], BaseException):
        raise results[0]
    job.answer(results[0])
