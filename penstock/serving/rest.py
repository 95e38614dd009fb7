"""The REST interface: addresses, what they mean, and errors with the status that their class has.

`POST /v1/models/NAME[/versions/V|/labels/L]:predict|classify|regress`, `GET /v1/models/NAME[...]`, `GET .../metadata`; beside
them the page of the server at `/`, and the numbers for Prometheus where they are switched on.
"""

from __future__ import annotations

import re
import time
import urllib.parse
from typing import Any

from penstock import protos
from penstock.distributed import rpc
from penstock.graph import dtypes, errors
from penstock.serving import json_tensors, messages, page
from penstock.serving.configuration import message
from penstock.serving.http1 import Answer, Request
from penstock.serving.inference import Job, record_of
from penstock.serving.json_pieces import LARGE
from penstock.serving.json_values import quoted
from penstock.serving.servable import Servable
from penstock.serving.services import REST, Core
from penstock.serving.signatures import DEFAULT, check_predict, invalid

_MODEL = r"/v1/models{}(?:(?:/versions/(?P<version>\d+))|(?:/labels/(?P<label>[^/:]+)))?"
_ASK = re.compile(_MODEL.format(r"/(?P<name>[^/:]+)") + r":(?P<method>classify|regress|predict)", re.IGNORECASE)
_LOOK = re.compile(_MODEL.format(r"(?:/(?P<name>[^/:]+))?") + r"(?:/(?P<part>metadata))?", re.IGNORECASE)
_JSON = "application/json"
_STATUSES = {
    errors.CANCELLED: 499,
    errors.INVALID_ARGUMENT: 400,
    errors.DEADLINE_EXCEEDED: 504,
    errors.NOT_FOUND: 404,
    errors.ALREADY_EXISTS: 409,
    errors.PERMISSION_DENIED: 403,
    errors.RESOURCE_EXHAUSTED: 503,
    errors.FAILED_PRECONDITION: 400,
    errors.ABORTED: 409,
    errors.OUT_OF_RANGE: 400,
    errors.UNIMPLEMENTED: 501,
    errors.UNAVAILABLE: 503,
    errors.UNAUTHENTICATED: 401,
}


def error_body(text: str) -> bytes:
    """The body that tells of an error."""
    return f'{{ "error": {quoted(text)} }}'.encode(errors="surrogateescape")


LATE = (504, _JSON, error_body("The request was not answered within --rest_api_timeout_in_ms"))


class Rest:
    """Answers HTTP requests.

    Args:
      core: answers what they ask.
      timeout: seconds that a request may take.
      metrics_path: where the numbers for Prometheus are, or None.
    """

    def __init__(self, core: Core, timeout: float, metrics_path: str | None = None) -> None:
        self._core, self._timeout, self._metrics_path = core, timeout, metrics_path

    def handle(self, request: Request, answer: Answer) -> None:
        """Answers one request."""
        path = request.path
        if request.method == "POST" and (found := _ASK.fullmatch(path)) is not None:
            try:
                self._ask(found, request, answer)
            except Exception as error:
                _fail(answer, error)
        elif request.method == "GET" and (found := _LOOK.fullmatch(path)) is not None:
            try:
                answer(200, _JSON, self._look(found))
            except Exception as error:
                _fail(answer, error)
        elif path == self._metrics_path and request.method == "GET":
            answer(200, "text/plain", self._core.metrics.page().encode())
        elif path == "/" and request.method in ("GET", "HEAD"):
            answer(200, "text/html; charset=utf-8", page.html())
        elif path == "/penstock/models" and request.method == "GET":
            answer(200, _JSON, page.models(self._core))
        elif path.lower().startswith("/v1/"):
            answer(400, _JSON, error_body(f"Malformed request: {request.method} {path}"))
        else:
            answer(404, _JSON, error_body("Not Found"))

    # -- what is looked at ------------------------------------------------------------------------------------------

    def _look(self, found: re.Match) -> bytes:
        spec = _spec(found)
        if not spec.name:
            raise invalid("Missing model name in request.")
        if found["part"]:
            request = message("GetModelMetadataRequest")(model_spec=spec, metadata_field=["signature_def"])
            response = self._core.metadata(request)
            signatures = message("SignatureDefMap")()
            response.metadata["signature_def"].Unpack(signatures)
            model, known = _json(response.model_spec), _json(signatures)
            text = f'{{\n"model_spec":{model},\n"metadata": {{"signature_def": {known}}}\n}}\n'
            return text.encode()
        response = self._core.status(message("GetModelStatusRequest")(model_spec=spec))
        return (_json(response) + "\n").encode()

    # -- what is asked ----------------------------------------------------------------------------------------------

    def _ask(self, found: re.Match, request: Request, answer: Answer) -> None:
        expires = time.monotonic() + self._timeout
        if len(request.body) < LARGE:
            self._infer(found, request.body, expires, answer)
            return

        def work() -> None:
            try:
                self._infer(found, request.body, expires, answer)
            except Exception as error:
                _fail(answer, error)

        self._core.engine.on_thread(work)

    def _infer(self, found: re.Match, body: bytes, expires: float, answer: Answer) -> None:
        spec, method = _spec(found), found["method"].lower()
        document = json_tensors.parse(body)
        core = self._core
        if method == "predict":
            core.infer("Predict", REST, spec, lambda s: _predict(s, document), expires, _answering(answer))
            return
        kind = "ClassificationRequest" if method == "classify" else "RegressionRequest"
        asked = message(kind)(model_spec=spec)
        json_tensors.fill_examples(document, asked, method)
        written = json_tensors.classifications if method == "classify" else json_tensors.regressions
        function = core.classify if method == "classify" else core.regress
        function(asked, REST, expires, _answering(answer, lambda response: written(response.result)))


def _answering(answer: Answer, written: Any = None) -> Any:
    def done(result: Any) -> None:
        if isinstance(result, BaseException):
            _fail(answer, result)
            return
        try:
            body = result if written is None else written(result)
        except Exception as error:
            _fail(answer, error)
            return
        answer(200, _JSON, body)

    return done


def _fail(answer: Answer, error: BaseException) -> None:
    code, text = rpc.code_and_text(error)
    answer(_STATUSES.get(code, 500), _JSON, error_body(text))


def _spec(found: re.Match) -> Any:
    version = found["version"]
    if version is not None and int(version[:20]) >= 1 << 63:
        raise invalid(f"Failed to convert version: {version} to numeric.")
    label = found["label"]
    return json_tensors.spec(
        urllib.parse.unquote(found["name"] or ""),
        int(version) if version is not None else None,
        urllib.parse.unquote(label) if label is not None else None,
    )


def _predict(servable: Servable, document: dict[str, Any]) -> Job:
    given = json_tensors.signature_name(document)
    name = given or DEFAULT
    signature = servable.signatures.get(name)
    if signature is None or name.startswith("\0"):
        raise invalid(f'Serving signature name: "{name}" not found in signature def')
    arrays, by_rows = json_tensors.feeds(document, signature, given)
    check_predict(signature)
    prepared = signature.prepared()

    def record(found: list[Any], result: Any) -> Any:
        """The messages that a client of gRPC would have sent and got."""
        request = message("PredictRequest")()
        request.model_spec.name, request.model_spec.signature_name = servable.name, given
        for alias, array in zip(signature.inputs, arrays):
            dtype = dtypes.as_dtype(signature.input_types[alias])
            request.inputs[alias].ParseFromString(messages.tensor_bytes(array, dtype))
        response = messages.predict_response(
            servable.name, name, servable.version, prepared.outputs, found, prepared.types, False
        )
        return record_of("predict_log", request, "PredictResponse")(found, response)

    return Job(
        prepared,
        arrays,
        lambda found: json_tensors.predictions(prepared.outputs, found, prepared.types, by_rows),
        record=record,
    )


def _json(proto: Any) -> str:
    from google.protobuf import json_format

    return json_format.MessageToJson(
        proto,
        preserving_proto_field_name=True,
        always_print_fields_with_no_presence=True,
        indent=1,
        descriptor_pool=protos.pool(),
        ensure_ascii=False,
    )
