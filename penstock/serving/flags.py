"""The flags of `tensorflow_model_server` and of `penstock serve`, and the options of a server that they come to.

Flags that have no meaning here (GPUs, caches of remote file systems, TF Lite) are taken all the same, so that old scripts start:
the server says once which of them it did not use.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

from penstock import protos
from penstock.platform import logging
from penstock.serving import configuration
from penstock.serving.configuration import Batching, message
from penstock.serving.server import Options, tls_of
from penstock.serving.signatures import invalid

# name → (type, default, what it means)
FLAGS: dict[str, tuple[type, Any, str]] = {
    "port": (int, 8500, "TCP port for gRPC; 0 for a free one, which is printed"),
    "grpc_socket_path": (str, "", "path of a UNIX socket for gRPC, beside the port"),
    "rest_api_port": (int, 0, "TCP port for REST and for the page of the server; 0 for none"),
    "rest_api_num_threads": (int, 0, "threads that run requests of models that are not quick; 0 for two per core"),
    "rest_api_timeout_in_ms": (int, 30000, "time that a REST request may take"),
    "rest_api_enable_cors_support": (bool, False, "let pages of other sites ask by REST"),
    "model_name": (str, "default", "name of the model at --model_base_path"),
    "model_base_path": (str, "", "folder whose subfolders, named by numbers, are the versions of one model"),
    "model_config_file": (str, "", "a ModelServerConfig as text: several models, policies, labels"),
    "model_config_file_poll_wait_seconds": (int, 0, "how often that file is read again; 0 for never"),
    "file_system_poll_wait_seconds": (float, 1.0, "seconds between two looks for versions; 0: one look only"),
    "max_num_load_retries": (int, 5, "how often a version that fails to load is tried again"),
    "load_retry_interval_micros": (int, 60_000_000, "time between two tries"),
    "num_load_threads": (int, 1, "versions that are loaded at the same time"),
    "saved_model_tags": (str, "serve", "tags of the graph in a SavedModel, separated by commas"),
    "allow_version_labels_for_unavailable_models": (bool, False, "let a new label name a version not loaded yet"),
    "enable_batching": (bool, False, "merge requests"),
    "batching_parameters_file": (str, "", "BatchingParameters as text"),
    "enable_per_model_batching_parameters": (bool, False, "a version may have a batching_params.pbtxt of its own"),
    "enable_model_warmup": (bool, True, "answer the requests in assets.extra before a version serves"),
    "num_request_iterations_for_warmup": (int, 1, "how often each of them is answered"),
    "monitoring_config_file": (str, "", "a MonitoringConfig as text: the page for Prometheus"),
    "ssl_config_file": (str, "", "an SSLConfig as text: gRPC with TLS"),
    "platform_config_file": (str, "", "a PlatformConfigMap as text; not with --enable_batching"),
    "grpc_channel_arguments": (str, "", "key=value,... such as grpc.max_receive_message_length=1000000"),
    "grpc_max_threads": (int, 0, "threads that run requests, if --rest_api_num_threads does not say"),
    "enable_grpc_healthcheck_service": (bool, True, "offer grpc.health.v1.Health"),
    "enable_signature_method_name_check": (bool, True, "Classify and Regress want signatures made for them"),
    "enable_serialization_as_tensor_content": (bool, False, "answers of Predict hold tensors as bytes"),
    "enable_session_service": (bool, False, "offer SessionRun: clients may run every operation of a graph"),
    "request_log_folder": (str, "", "where a client that changes the models may have requests logged"),
    "max_unfinished_request_megabytes": (int, 0, "what all unfinished requests may hold; 0 for a quarter of the memory"),
    "tensorflow_session_parallelism": (int, 0, "threads of a session, for both kinds"),
    "tensorflow_intra_op_parallelism": (int, 0, "threads within an operation"),
    "tensorflow_inter_op_parallelism": (int, 0, "operations at the same time"),
    "version": (bool, False, "print the version and end"),
}  # fmt: skip
# Taken and not used.
UNUSED: dict[str, type] = {
    **dict.fromkeys(
        "flush_filesystem_caches enable_profiler xla_cpu_compilation_enabled use_tflite_model".split(), bool
    ),
    **dict.fromkeys("prefer_tflite_model remove_unused_fields_from_bundle_metagraph use_tfrt".split(), bool),
    **dict.fromkeys("skip_initialize_tpu should_metrics_be_logged enable_cors_support".split(), bool),
    **dict.fromkeys("num_unload_threads num_tflite_interpreters_per_pool num_tflite_pools".split(), int),
    "per_process_gpu_memory_fraction": float,
    **dict.fromkeys("thread_pool_factory_config_file mixed_precision tensorflow_session_config_file".split(), str),
}
_METRICS = "/monitoring/prometheus/metrics"


def _truth(text: str) -> bool:
    if text.lower() in ("true", "1", "t", "yes"):
        return True
    if text.lower() in ("false", "0", "f", "no"):
        return False
    raise argparse.ArgumentTypeError(f"not true or false: {text}")


def add_to(parser: argparse.ArgumentParser, without: tuple[str, ...] = ()) -> None:
    """Adds the flags of the server to a parser."""
    for name, (kind, default, text) in FLAGS.items():
        if name not in without:
            _add(parser, name, kind, default, text.replace("%", "%%"))
    for name, kind in UNUSED.items():
        _add(parser, name, kind, None, argparse.SUPPRESS)


def _add(parser: argparse.ArgumentParser, name: str, kind: type, default: Any, text: str) -> None:
    shown = text if text is argparse.SUPPRESS else f"{text} (default: {default!r})"
    if kind is bool:
        parser.add_argument(f"--{name}", nargs="?", const=True, default=default, type=_truth, help=shown)
    else:
        parser.add_argument(f"--{name}", default=default, type=kind, help=shown)


def options_of(given: argparse.Namespace) -> Options:
    """The options that flags come to.

    Raises:
      tf.errors.OpError: a file cannot be read, or they contradict each other.
    """
    ignored = [name for name in UNUSED if getattr(given, name, None) is not None]
    if ignored:
        logging.warning("Flags without a meaning here: %s", ", ".join(f"--{name}" for name in ignored))
    options = Options(
        models=_models(given),
        host="0.0.0.0",
        port=given.port,
        rest_port=given.rest_api_port or None,
        socket_path=given.grpc_socket_path,
        poll_seconds=given.file_system_poll_wait_seconds,
        retries=given.max_num_load_retries,
        retry_seconds=given.load_retry_interval_micros / 1e6,
        load_threads=given.num_load_threads,
        tags=tuple(given.saved_model_tags.split(",")) if given.saved_model_tags else (),
        session=_session(given),
        batching=_batching(given),
        batching_of_models=given.enable_per_model_batching_parameters,
        warm=given.enable_model_warmup,
        warm_iterations=given.num_request_iterations_for_warmup,
        labels_ahead=given.allow_version_labels_for_unavailable_models,
        check_method=given.enable_signature_method_name_check,
        as_content=given.enable_serialization_as_tensor_content,
        threads=given.rest_api_num_threads or given.grpc_max_threads,
        rest_timeout=given.rest_api_timeout_in_ms / 1e3,
        cors=given.rest_api_enable_cors_support,
        metrics_path=_metrics(given.monitoring_config_file),
        tls=tls_of(configuration.read(given.ssl_config_file, "SSLConfig")) if given.ssl_config_file else None,
        health=given.enable_grpc_healthcheck_service,
        config_file=given.model_config_file,
        config_poll_seconds=given.model_config_file_poll_wait_seconds,
        session_service=given.enable_session_service,
        log_folder=given.request_log_folder,
        most_unfinished=max(0, given.max_unfinished_request_megabytes) << 20,
    )
    _channel(given.grpc_channel_arguments, options)
    if given.platform_config_file:
        _platform(given, options)
    return options


def _models(given: argparse.Namespace) -> Any:
    if given.model_config_file:
        return configuration.read(given.model_config_file, "ModelServerConfig")
    if not given.model_base_path:
        raise invalid("Both server_options.model_base_path and server_options.model_config_file are empty!")
    return configuration.single_model(given.model_name, os.path.abspath(given.model_base_path))


def _session(given: argparse.Namespace) -> Any:
    both = given.tensorflow_session_parallelism
    inner, outer = given.tensorflow_intra_op_parallelism, given.tensorflow_inter_op_parallelism
    if both and (inner or outer):
        raise invalid(
            "Either configure server_options.tensorflow_session_parallelism or (server_options."
            "tensorflow_intra_op_parallelism, server_options.tensorflow_inter_op_parallelism), but not both"
        )
    return protos.ConfigProto(intra_op_parallelism_threads=inner or both, inter_op_parallelism_threads=outer or both)


def _batching(given: argparse.Namespace) -> Batching | None:
    if given.enable_batching:
        file = given.batching_parameters_file
        return Batching(configuration.read(file, "BatchingParameters") if file else None)
    if given.batching_parameters_file:
        raise invalid(
            "server_options.batching_parameters_file is set without setting server_options.enable_batching to true."
        )
    return None


def _metrics(path: str) -> str | None:
    if not path:
        return None
    config = configuration.read(path, "MonitoringConfig").prometheus_config
    return (config.path or _METRICS) if config.enable else None


def _channel(text: str, options: Options) -> None:
    """What `--grpc_channel_arguments` says about sizes; the rest is about details of another implementation."""
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key in ("grpc.max_receive_message_length", "grpc.max_message_length"):
            try:
                options.largest_message = max(0, int(value))
            except ValueError:
                raise invalid(f"--grpc_channel_arguments: {key} is not a number: {value!r}") from None
        elif key == "grpc.so_reuseport":
            options.share_ports = value == "1"
        else:
            logging.warning("--grpc_channel_arguments: %s has no meaning here", key)


def _platform(given: argparse.Namespace, options: Options) -> None:
    if given.enable_batching:
        raise invalid("server_options.enable_batching and server_options.platform_config_file cannot be both set")
    config = configuration.read(given.platform_config_file, "PlatformConfigMap")
    if configuration.PLATFORM not in config.platform_configs:
        raise invalid(f"{given.platform_config_file} says nothing of the platform {configuration.PLATFORM}")
    adapter = message("SavedModelBundleSourceAdapterConfig")()
    if not config.platform_configs[configuration.PLATFORM].source_adapter_config.Unpack(adapter):
        raise invalid(f"{given.platform_config_file}: not a SavedModelBundleSourceAdapterConfig")
    bundle = adapter.legacy_config
    options.session = bundle.session_config
    options.warm = bundle.enable_model_warmup
    if bundle.saved_model_tags:
        options.tags = tuple(bundle.saved_model_tags)
    if bundle.HasField("batching_parameters"):
        options.batching = Batching(bundle.batching_parameters)
    if bundle.model_warmup_options.HasField("num_request_iterations"):
        options.warm_iterations = bundle.model_warmup_options.num_request_iterations.value
