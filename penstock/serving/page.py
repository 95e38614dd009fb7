"""The page of a server: its models, versions and signatures, a form that sends a request, and how long requests took.

One file of HTML that asks the server itself for the data; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import functools
import json
import pathlib
from typing import Any

from penstock.graph import dtypes
from penstock.serving import examples, features
from penstock.serving.configuration import message
from penstock.serving.services import Core

_FILE = pathlib.Path(__file__).with_name("page.html")


@functools.cache
def html() -> bytes:
    """The page."""
    return _FILE.read_bytes()


def models(core: Core) -> bytes:
    """What the page shows, as JSON."""
    state = message("ModelVersionStatus").State
    found = []
    for name, versions in sorted(core.manager.models().items()):
        shown: list[dict[str, Any]] = []
        for version in versions:
            servable = version.servable
            signatures = dict(servable.signatures) if servable is not None else {}
            shown.append(
                {
                    "version": version.number,
                    "state": state.Name(version.state),
                    "error": version.error.message if version.error is not None else "",
                    "signatures": [
                        signature(s, servable.session.graph)
                        for key, s in sorted(signatures.items())
                        if servable is not None and not key.startswith("\0")
                    ],
                }
            )
        found.append(
            {
                "name": name,
                "labels": core.manager.labels(name),
                "versions": shown,
                "requests": core.metrics.count(name),
                "latencies": core.metrics.summary(name),
            }
        )
    return json.dumps({"models": found}).encode()


def signature(found: Any, graph: Any) -> dict[str, Any]:
    """A signature for the page."""
    given = found.definition.inputs["inputs"].name if "inputs" in found.definition.inputs else ""
    method = examples.METHODS.get(found.method, "predict")
    return {
        # As text: JavaScript would write 1.0 as 1, which is another type of feature.
        "request": json.dumps(
            examples.document(found.name, found.definition, method, features.example_of(graph, given))
        ),
        "name": found.name,
        "method": found.method,
        "inputs": {alias: _info(found.definition.inputs[alias]) for alias in found.inputs},
        "outputs": {alias: _info(found.definition.outputs[alias]) for alias in found.outputs},
    }


def _info(info: Any) -> dict[str, Any]:
    shape = None if info.tensor_shape.unknown_rank else [dim.size for dim in info.tensor_shape.dim]
    return {"type": dtypes.as_dtype(info.dtype).name if info.dtype else "invalid", "shape": shape, "tensor": info.name}
