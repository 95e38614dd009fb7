"""The services of a model server: what gRPC clients call and REST requests come down to.

`Core` has what all share: finding the model, running the request, counting it. Methods end in `_later` because they answer by a
callback, on any thread: none waits for a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.distributed import rpc
from penstock.graph import errors
from penstock.platform import logging
from penstock.serving import inference
from penstock.serving.configuration import message
from penstock.serving.engine import Engine
from penstock.serving.inference import Job
from penstock.serving.manager import Manager, Version
from penstock.serving.monitoring import Metrics
from penstock.serving.request_log import RequestLogs
from penstock.serving.servable import Servable
from penstock.serving.session_run import session_run

GRPC, REST = "GRPC", "REST"
Answer = Callable[[Any], None]


class Core:
    """Answers requests for inference.

    Args:
      manager: has the models.
      engine: runs them.
      metrics: counts.
      check_method: whether Classify and Regress want signatures made for them.
      as_content: whether answers of Predict have tensors as bytes instead of values.
      logs: takes requests and answers that are to be logged.
    """

    def __init__(
        self,
        manager: Manager,
        engine: Engine,
        metrics: Metrics,
        check_method: bool = True,
        as_content: bool = False,
        logs: RequestLogs | None = None,
    ) -> None:
        self.logs = logs if logs is not None else RequestLogs(metrics)
        self.manager, self.engine, self.metrics = manager, engine, metrics
        self.as_content = as_content
        self.check_method = check_method

    def infer(
        self,
        api: str,
        entry: str,
        spec: Any,
        job_of: Callable[[Servable], Job],
        expires: float | None,
        answer: Answer,
    ) -> None:
        """Runs what `job_of` makes for the model of `spec`; `answer` gets the job's answer or an exception."""
        start = time.perf_counter()
        try:
            servable = self.manager.find(spec)
        except errors.OpError as error:
            answer(error)
            return
        metrics, name, logs = self.metrics, servable.name, self.logs
        try:
            job = job_of(servable)
        except Exception as error:
            servable.release()
            metrics.request(name, api, entry, _status_name(error), time.perf_counter() - start)
            answer(error)
            return
        if job.examples:
            metrics.examples(name, job.examples)

        def done(found: Any) -> None:
            try:
                if isinstance(found, BaseException):
                    result = found
                else:
                    result = job.answer(found)
                    if logs:
                        logs.note(servable, job, found, result)
            except Exception as error:
                result = error
            servable.release()
            status = _status_name(result) if isinstance(result, BaseException) else "OK"
            metrics.request(name, api, entry, status, time.perf_counter() - start)
            answer(result)

        self.engine.submit(servable, job.prepared, job.arrays, expires, done, job.merges)

    def predict(self, request: Any, entry: str, expires: float | None, answer: Answer) -> None:
        """Predict: the answer is a serialized `PredictResponse`."""
        content = self.as_content
        self.infer(
            "Predict", entry, request.model_spec, lambda s: inference.predict(s, request, content), expires, answer
        )

    def classify(self, request: Any, entry: str, expires: float | None, answer: Answer) -> None:
        """Classify: the answer is a `ClassificationResponse`."""
        check = self.check_method
        self.infer(
            "Classify", entry, request.model_spec, lambda s: inference.classify(s, request, check), expires, answer
        )

    def regress(self, request: Any, entry: str, expires: float | None, answer: Answer) -> None:
        """Regress: the answer is a `RegressionResponse`."""
        check = self.check_method
        self.infer(
            "Regress", entry, request.model_spec, lambda s: inference.regress(s, request, check), expires, answer
        )

    def metadata(self, request: Any) -> Any:
        """The `GetModelMetadataResponse` of a request."""
        if not request.HasField("model_spec"):
            raise errors.InvalidArgumentError(None, None, "Missing ModelSpec")
        servable = self.manager.find(request.model_spec)
        try:
            return inference.metadata(servable, request)
        finally:
            servable.release()

    def status(self, request: Any) -> Any:
        """The `GetModelStatusResponse` of a request."""
        if not request.HasField("model_spec"):
            raise errors.InvalidArgumentError(None, None, "Missing ModelSpec")
        response = message("GetModelStatusResponse")()
        for version in self.manager.status(request.model_spec):
            _fill_status(response.model_version_status.add(), version)
        return response


def _fill_status(proto: Any, version: Version) -> None:
    proto.version, proto.state = version.number, version.state
    proto.status.SetInParent()
    if version.error is not None:
        proto.status.error_code = version.error.error_code or errors.UNKNOWN
        proto.status.error_message = version.error.message or ""


def _status_name(error: BaseException) -> str:
    return protos.find("tensorflow.error.Code").Name(rpc.code_and_text(error)[0])


class PredictionService:
    """What gRPC clients ask for predictions."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def predict_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `PredictRequest`."""
        self._core.predict(request, GRPC, call.expires, answer)

    def classify_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `ClassificationRequest`."""
        self._core.classify(request, GRPC, call.expires, answer)

    def regress_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `RegressionRequest`."""
        self._core.regress(request, GRPC, call.expires, answer)

    def multi_inference_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `MultiInferenceRequest`."""
        if not request.tasks:
            raise errors.InvalidArgumentError(None, None, "Inference request must have at least one task")
        core = self._core
        core.infer(
            "MultiInference",
            GRPC,
            request.tasks[0].model_spec,
            lambda servable: inference.multi_inference(servable, request, core.check_method),
            call.expires,
            answer,
        )

    def get_model_metadata_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `GetModelMetadataRequest`."""
        answer(self._core.metadata(request))


class SessionService:
    """What gRPC clients ask of a model's session itself."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def session_run_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `SessionRunRequest`."""
        expires = call.expires
        if request.options.timeout_in_ms > 0:
            own = time.monotonic() + request.options.timeout_in_ms / 1e3
            expires = own if expires is None else min(own, expires)
        spec = request.model_spec
        self._core.infer("SessionRun", GRPC, spec, lambda s: session_run(s, request), expires, answer)


class ModelService:
    """What gRPC clients ask about models, and the way to change which are served.

    Args:
      core: has the models.
      reload: takes a `ModelServerConfig`, and returns when its models serve; called on a thread of its own.
    """

    def __init__(self, core: Core, reload: Callable[[Any], None]) -> None:
        self._core, self._reload = core, reload

    def get_model_status_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `GetModelStatusRequest`."""
        answer(self._core.status(request))

    def handle_reload_config_request_later(self, request: Any, call: Any, answer: Answer) -> None:
        """Answers a `ReloadConfigRequest`: errors of the configuration stand in the answer."""
        import threading

        metrics = self._core.metrics

        def work() -> None:
            response = message("ReloadConfigResponse")()
            response.status.SetInParent()
            try:
                if request.config.WhichOneof("config") != "model_config_list":
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        "ServerModelConfig type not supported by HandleReloadConfigRequest. Only ModelConfigList is "
                        "currently supported",
                    )
                before = {name: metrics.total(name) for name in request.metric_names}
                self._reload(request.config)
                for name, value in before.items():
                    response.metric.add(name=name, int64_value_increase=metrics.total(name) - value)
            except Exception as error:
                code, text = rpc.code_and_text(error)
                logging.error("ReloadConfig failed: %s", text)
                response.status.error_code, response.status.error_message = code, text
            answer(response.SerializeToString())

        threading.Thread(target=work, name="penstock-reload", daemon=True).start()
