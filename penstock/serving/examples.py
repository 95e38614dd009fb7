"""`penstock serve --example MODEL`: for each signature of a SavedModel a request that can be pasted into a shell.

Values are ones and short texts in the shapes that the signature tells; a dimension that it leaves open has one element.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from typing import Any

from penstock.graph import dtypes, errors, importer
from penstock.graph.graph import Graph
from penstock.serving import features
from penstock.serving.manager import single_version
from penstock.serving.signatures import CLASSIFY, DEFAULT, REGRESS

METHODS = {CLASSIFY: "classify", REGRESS: "regress"}


def main(given: argparse.Namespace) -> int:
    """Prints the requests; the exit code."""
    path = given.path or given.model_base_path
    if not path:
        print("penstock serve --example: which model?", file=sys.stderr)
        return 2
    from penstock.saved_model import loader

    try:
        folder = newest(path)
        saved = loader.parse_saved_model(folder)
    except (OSError, errors.OpError) as error:
        print(f"penstock serve --example: {error}", file=sys.stderr)
        return 1
    tags = set(given.saved_model_tags.split(","))
    graphs = [graph for graph in saved.meta_graphs if set(graph.meta_info_def.tags) == tags]
    if not graphs:
        print(f"penstock serve --example: {folder} has no graph tagged {sorted(tags)}", file=sys.stderr)
        return 1
    with Graph().as_default() as graph:
        importer.import_graph_def(graphs[0].graph_def, name="")
    for name, signature in sorted(graphs[0].signature_def.items()):
        if not name.startswith("__saved_model"):
            print(text(given.model_name, name, signature, graph, given.host, given.port, given.rest_api_port))
    return 0


def newest(path: str) -> str:
    """The folder of the newest version of a model, or `path` itself if it is a SavedModel."""
    if single_version(path):
        return path
    versions = [int(name) for name in os.listdir(path) if name.isdigit()]
    if not versions:
        raise errors.NotFoundError(None, None, f"{path} is neither a SavedModel nor a folder of versions")
    return os.path.join(path, next(n for n in os.listdir(path) if n.isdigit() and int(n) == max(versions)))


def text(model: str, name: str, signature: Any, graph: Any, host: str, port: int, rest_port: int) -> str:
    """The requests for one signature: REST by curl, gRPC in Python."""
    method = METHODS.get(signature.method_name, "predict")
    host = "localhost" if host in ("0.0.0.0", "127.0.0.1", "") else host
    example = features.example_of(graph, signature.inputs["inputs"].name) if "inputs" in signature.inputs else {}
    body = json.dumps(document(name, signature, method, example))
    return (
        f"# {name}: {signature.method_name or 'no method'}\n"
        f"curl -d {shlex.quote(body)} http://{host}:{rest_port}/v1/models/{model}:{method}\n\n"
        f"penstock run /dev/stdin <<'END'\n{_python(model, name, signature, method, example, host, port)}END\n"
    )


def document(name: str, signature: Any, method: str, example: dict[str, Any]) -> dict[str, Any]:
    """The JSON document of a REST request for a signature."""
    found: dict[str, Any] = {} if name == DEFAULT else {"signature_name": name}
    if method != "predict":
        found["examples"] = [example]
        return found
    values = {alias: value(info) for alias, info in sorted(signature.inputs.items())}
    found["inputs"] = values
    return found


def value(info: Any) -> Any:
    """A value for a `TensorInfo`, as JSON has it."""
    dtype = dtypes.as_dtype(info.dtype) if info.dtype else dtypes.float32
    one: Any = 1.0
    if dtype is dtypes.string:
        one = "text"
    elif dtype is dtypes.bool:
        one = True
    elif dtype.is_integer:
        one = 1
    sizes = [] if info.tensor_shape.unknown_rank else [dim.size for dim in info.tensor_shape.dim]
    for size in reversed(sizes):
        one = [one] * (size if size >= 0 else 1)
    return one


def _python(model: str, name: str, signature: Any, method: str, example: dict[str, Any], host: str, port: int) -> str:
    service = {"classify": "classification", "regress": "regression"}.get(method, method)
    kind = {"classify": "ClassificationRequest", "regress": "RegressionRequest"}.get(method, "PredictRequest")
    lines = [
        "import grpc",
        "import tensorflow as tf",
        f"from tensorflow_serving.apis import {service}_pb2, prediction_service_pb2_grpc",
        f'stub = prediction_service_pb2_grpc.PredictionServiceStub(grpc.insecure_channel("{host}:{port}"))',
        f"request = {service}_pb2.{kind}()",
        f"request.model_spec.name = {model!r}",
        f"request.model_spec.signature_name = {name!r}",
    ]
    if method == "predict":
        for alias, info in sorted(signature.inputs.items()):
            dtype = f"tf.{dtypes.as_dtype(info.dtype).name}" if info.dtype else "tf.float32"
            lines.append(f"request.inputs[{alias!r}].CopyFrom(tf.make_tensor_proto({value(info)!r}, {dtype}))")
    else:
        lines.append("features = request.input.example_list.examples.add().features.feature")
        for key, given in example.items():
            given = given if isinstance(given, list) else [given]
            kind = {str: "bytes", int: "int64"}.get(type(given[0]), "float")
            shown = [one.encode() if isinstance(one, str) else one for one in given]
            lines.append(f"features[{key!r}].{kind}_list.value.extend({shown!r})")
    lines.append(f"print(stub.{method.capitalize()}(request, 10.0))")
    return "\n".join(lines) + "\n"
