"""`tensorflow_serving.apis` and `tensorflow_serving.config` for clients of model servers, under `penstock.install()`.

The modules are made when they are imported, from our own messages: the official package would bring TensorFlow's, which do not
mix with ours. Stubs are those of gRPC, of today (`prediction_service_pb2_grpc`) and of its beta, which programs for 1.5 use.
"""

from __future__ import annotations

import importlib.machinery
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

from penstock import protos

_ROOT = "tensorflow_serving"
_MESSAGES = {
    "apis.classification_pb2": "Class Classifications ClassificationResult ClassificationRequest ClassificationResponse",
    "apis.get_model_metadata_pb2": "SignatureDefMap GetModelMetadataRequest GetModelMetadataResponse",
    "apis.get_model_status_pb2": "GetModelStatusRequest ModelVersionStatus GetModelStatusResponse",
    "apis.inference_pb2": "InferenceTask InferenceResult MultiInferenceRequest MultiInferenceResponse",
    "apis.input_pb2": "ExampleList ExampleListWithContext Input",
    "apis.logging_pb2": "LogMetadata",
    "apis.model_pb2": "ModelSpec",
    "apis.model_management_pb2": "ReloadConfigRequest ReloadConfigResponse Metric",
    "apis.predict_pb2": "PredictRequest PredictStreamedOptions PredictResponse",
    "apis.prediction_log_pb2": (
        "ClassifyLog RegressLog PredictLog PredictStreamedLog MultiInferenceLog SessionRunLog PredictionLog"
    ),
    "apis.regression_pb2": "Regression RegressionResult RegressionRequest RegressionResponse",
    "apis.session_service_pb2": "SessionRunRequest SessionRunResponse",
    "apis.status_pb2": "StatusProto",
    "apis.prediction_service_pb2": "",
    "apis.model_service_pb2": "",
    "config.file_system_storage_path_source_pb2": "FileSystemStoragePathSourceConfig",
    "config.log_collector_config_pb2": "LogCollectorConfig",
    "config.logging_config_pb2": "SamplingConfig LoggingConfig",
    "config.model_server_config_pb2": "ModelConfig ModelConfigList ModelServerConfig ModelType",
    "config.monitoring_config_pb2": "PrometheusConfig MonitoringConfig",
    "config.platform_config_pb2": "PlatformConfig PlatformConfigMap",
    "config.ssl_config_pb2": "SSLConfig",
}
# Where services are → their names, and the methods of each with request and answer.
_SERVICES: dict[str, tuple[str, dict[str, tuple[str, str]]]] = {
    "apis.prediction_service_pb2": (
        "PredictionService",
        {
            "Classify": ("ClassificationRequest", "ClassificationResponse"),
            "Regress": ("RegressionRequest", "RegressionResponse"),
            "Predict": ("PredictRequest", "PredictResponse"),
            "MultiInference": ("MultiInferenceRequest", "MultiInferenceResponse"),
            "GetModelMetadata": ("GetModelMetadataRequest", "GetModelMetadataResponse"),
        },
    ),
    "apis.model_service_pb2": (
        "ModelService",
        {
            "GetModelStatus": ("GetModelStatusRequest", "GetModelStatusResponse"),
            "HandleReloadConfigRequest": ("ReloadConfigRequest", "ReloadConfigResponse"),
        },
    ),
    "apis.session_service_pb2": ("SessionService", {"SessionRun": ("SessionRunRequest", "SessionRunResponse")}),
}
_PACKAGES = ("", "apis", "config")


def _message(name: str) -> Any:
    return protos.find(f"tensorflow.serving.{name}")


class _Loader:
    """Makes a module of the package."""

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        name = module.__name__.removeprefix(_ROOT).lstrip(".")
        if name in _PACKAGES:
            module.__path__ = []
            return
        own = vars(module)
        base = name.removesuffix("_grpc")
        if base == name:
            own["DESCRIPTOR"] = protos.find("tensorflow.serving.ModelSpec").DESCRIPTOR.file
            for short in _MESSAGES[name].split():
                own[short] = found = _message(short)
                if short == "ModelType":
                    own.update(found.items())
        if base in _SERVICES:
            service, methods = _SERVICES[base]
            own.update(_of_service(service, methods))
            own.update(_beta(service, methods))


class _Finder:
    """Finds the modules of the package."""

    loader = _Loader()

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        root, _, name = fullname.partition(".")
        if root != _ROOT:
            return None
        known = name in _MESSAGES or name in _PACKAGES or name.removesuffix("_grpc") in _SERVICES
        if not known:
            return None
        return importlib.machinery.ModuleSpec(fullname, self.loader, is_package=name in _PACKAGES)  # type: ignore[arg-type]


_finder = _Finder()


def install() -> None:
    """Lets `import tensorflow_serving` find these modules, before any other of that name."""
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)


def uninstall() -> None:
    """Undoes `install`."""
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
    for name in [name for name in sys.modules if name.partition(".")[0] == _ROOT]:
        del sys.modules[name]


# -- services ---------------------------------------------------------------------------------------------------------


def _of_service(service: str, methods: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """The stub, the class of who answers, and the function that adds one to a gRPC server."""

    def stub_init(self: Any, channel: Any) -> None:
        for name, (request, answer) in methods.items():
            call = channel.unary_unary(
                f"/tensorflow.serving.{service}/{name}",
                request_serializer=_message(request).SerializeToString,
                response_deserializer=_message(answer).FromString,
            )
            setattr(self, name, call)

    def refusing(name: str) -> Callable[[Any, Any, Any], Any]:
        def method(self: Any, request: Any, context: Any) -> Any:
            import grpc

            context.set_code(grpc.StatusCode.UNIMPLEMENTED)
            context.set_details("Method not implemented!")
            raise NotImplementedError("Method not implemented!")

        method.__name__ = name
        return method

    def add(servicer: Any, server: Any) -> None:
        import grpc

        handlers = {
            name: grpc.unary_unary_rpc_method_handler(
                getattr(servicer, name),
                request_deserializer=_message(request).FromString,
                response_serializer=_message(answer).SerializeToString,
            )
            for name, (request, answer) in methods.items()
        }
        generic = grpc.method_handlers_generic_handler(f"tensorflow.serving.{service}", handlers)
        server.add_generic_rpc_handlers((generic,))

    add.__name__ = f"add_{service}Servicer_to_server"
    return {
        f"{service}Stub": type(f"{service}Stub", (), {"__init__": stub_init}),
        f"{service}Servicer": type(f"{service}Servicer", (), {name: refusing(name) for name in methods}),
        add.__name__: add,
    }


def _beta(service: str, methods: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """What the beta of gRPC generated: the stub that takes the timeout as second argument, and the server."""
    full = f"tensorflow.serving.{service}"

    def create_stub(
        channel: Any, host: Any = None, metadata_transformer: Any = None, pool: Any = None, pool_size: Any = None
    ) -> Any:
        from grpc.beta import implementations
        from grpc.framework.common import cardinality

        options = implementations.stub_options(
            host=host,
            metadata_transformer=metadata_transformer,
            request_serializers={(full, n): _message(q).SerializeToString for n, (q, _) in methods.items()},
            response_deserializers={(full, n): _message(a).FromString for n, (_, a) in methods.items()},
            thread_pool=pool,
            thread_pool_size=pool_size,
        )
        kinds = dict.fromkeys(methods, cardinality.Cardinality.UNARY_UNARY)
        return implementations.dynamic_stub(channel, full, kinds, options=options)

    def create_server(
        servicer: Any, pool: Any = None, pool_size: Any = None, default_timeout: Any = None, maximum_timeout: Any = None
    ) -> Any:
        from grpc.beta import implementations
        from grpc.framework.interfaces.face import utilities

        options = implementations.server_options(
            request_deserializers={(full, n): _message(q).FromString for n, (q, _) in methods.items()},
            response_serializers={(full, n): _message(a).SerializeToString for n, (_, a) in methods.items()},
            thread_pool=pool,
            thread_pool_size=pool_size,
            default_timeout=default_timeout,
            maximum_timeout=maximum_timeout,
        )
        answers = {(full, name): utilities.unary_unary_inline(getattr(servicer, name)) for name in methods}
        return implementations.server(answers, options=options)

    def refusing(self: Any, request: Any, context: Any) -> None:
        from grpc.beta import interfaces

        context.code(interfaces.StatusCode.UNIMPLEMENTED)

    create_stub.__name__ = f"beta_create_{service}_stub"
    create_server.__name__ = f"beta_create_{service}_server"
    return {
        create_stub.__name__: create_stub,
        create_server.__name__: create_server,
        f"Beta{service}Servicer": type(f"Beta{service}Servicer", (), dict.fromkeys(methods, refusing)),
        f"Beta{service}Stub": type(f"Beta{service}Stub", (), {}),
    }
