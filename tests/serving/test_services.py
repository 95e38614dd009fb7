"""Beside requests for inference: TLS, the service for health checks, a socket of UNIX, a configuration by a call."""

import shutil
import subprocess

import grpc
import pytest

import penstock as tf
from penstock import protos
from penstock.serving import flags
from penstock.serving.configuration import message
from penstock.serving.server import tls_of
from tests.serving.conftest import config_of, half_plus
from tests.serving.test_versions import until

PREDICT = "/tensorflow.serving.PredictionService/Predict"


def asked(channel, path, request, response):
    """The answer to a call, or the name of the code of its failure."""
    call = channel.unary_unary(path, lambda m: m.SerializeToString(), response.FromString)
    try:
        return call(request, timeout=20)
    except grpc.RpcError as error:
        return error.code().name


def predict(channel, name="half"):
    request = message("PredictRequest")(model_spec={"name": name})
    request.inputs["x"].CopyFrom(tf.make_tensor_proto([[2.0]]))
    found = asked(channel, PREDICT, request, message("PredictResponse"))
    return found if isinstance(found, str) else found.outputs["y"].float_val[0]


# -- TLS --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """(key, certificate) of the server and of a client, each signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    folder, found = tmp_path_factory.mktemp("certificates"), []
    for who in ("localhost", "client"):
        key, own = folder / f"{who}.key", folder / f"{who}.pem"
        names = ["-subj", f"/CN={who}", "-addext", f"subjectAltName=DNS:{who}"]
        kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]
        command = ["openssl", "req", "-x509", *kind, *names, "-keyout", str(key), "-out", str(own)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        found.append((key.read_bytes(), own.read_bytes()))
    return found


def secure(server, *given):
    return grpc.secure_channel(f"localhost:{server.port}", grpc.ssl_channel_credentials(*given))


def test_with_tls_only_who_speaks_it_is_answered(start, half, certificates):
    (key, own), _ = certificates
    config = message("SSLConfig")(server_key=key.decode(), server_cert=own.decode())
    server = start(half=half, options={"tls": tls_of(config)})
    with secure(server, own) as channel:
        assert predict(channel) == 3.0
    with grpc.insecure_channel(f"localhost:{server.port}") as channel:
        assert predict(channel) == "UNAVAILABLE"
    assert server.predict([2.0]).status == 200  # REST has none, as in TensorFlow Serving


def test_a_client_shows_a_certificate_where_the_server_wants_one(start, half, certificates):
    (key, own), (client_key, client) = certificates
    texts = {"server_key": key.decode(), "server_cert": own.decode(), "custom_ca": client.decode()}
    server = start(half=half, options={"tls": tls_of(message("SSLConfig")(client_verify=True, **texts))})
    with secure(server, own, client_key, client) as channel:
        assert predict(channel) == 3.0
    with secure(server, own) as channel:
        assert predict(channel) == "UNAVAILABLE"
    with secure(server, own, key, own) as channel:  # one that the server does not know
        assert predict(channel) == "UNAVAILABLE"


@pytest.mark.parametrize("given", [{}, {"server_key": "x", "server_cert": "y"}])
def test_keys_that_are_none_are_told_at_the_start(given):
    with pytest.raises(tf.errors.InvalidArgumentError, match="SSL configuration cannot be used"):
        tls_of(message("SSLConfig")(**given))


# -- health -----------------------------------------------------------------------------------------------------------


def health(channel, service=""):
    request = protos.find("grpc.health.v1.HealthCheckRequest")(service=service)
    found = asked(channel, "/grpc.health.v1.Health/Check", request, protos.find("grpc.health.v1.HealthCheckResponse"))
    return found if isinstance(found, str) else found.ServingStatus.Name(found.status)


def test_health_is_told_for_the_server_and_its_services(start, half):
    server = start(half=half)
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        assert health(channel) == "SERVING"
        assert health(channel, "tensorflow.serving.PredictionService") == "SERVING"
        assert health(channel, "tensorflow.serving.SessionService") == "NOT_FOUND"
        shutil.rmtree(half / "1")
        until(lambda: health(channel) == "NOT_SERVING")


def test_health_can_be_switched_off(start, half):
    server = start(half=half, options={"health": False})
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        assert health(channel) == "UNIMPLEMENTED"


def watched(channel, service=""):
    """A call that watches, whose messages are read as the names of states."""
    kinds = [protos.find(f"grpc.health.v1.HealthCheck{n}") for n in ("Request", "Response")]
    call = channel.unary_stream(
        "/grpc.health.v1.Health/Watch",
        lambda m: m.SerializeToString(),
        lambda d: kinds[1].ServingStatus.Name(kinds[1].FromString(d).status),
    )
    return call(kinds[0](service=service), timeout=60)


def test_health_can_be_watched(start, half):
    server = start(half=half)
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        whole, part, none = watched(channel), watched(channel, "tensorflow.serving.ModelService"), watched(channel, "x")
        assert [next(whole), next(part), next(none)] == ["SERVING", "SERVING", "SERVICE_UNKNOWN"]
        shutil.rmtree(half / "1")
        assert [next(whole), next(part)] == ["NOT_SERVING", "NOT_SERVING"]
        assert predict(channel) == "NOT_FOUND"  # calls beside it are answered
        half_plus(half / "2")
        assert [next(whole), next(part)] == ["SERVING", "SERVING"]
        health_service = server.server.health
        part.cancel()
        until(lambda: len(health_service._watches) == 2)
        (connection,) = server.server._grpc
        assert connection.calls == 0 and not connection.busy  # it does not count as one that is being answered
        server.server.stop()
        assert next(whole) == "NOT_SERVING"
        for one in (whole, none):
            with pytest.raises(grpc.RpcError) as caught:
                next(one)
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
    until(lambda: not health_service._watches and health_service._thread is None)


# -- other ways in ----------------------------------------------------------------------------------------------------


def test_a_socket_of_unix_is_served_beside_the_port(start, half, tmp_path):
    path = str(tmp_path / "s")
    start(half=half, options={"socket_path": path})
    with grpc.insecure_channel(f"unix:{path}") as channel:
        assert predict(channel) == 3.0


# -- a configuration by a call ----------------------------------------------------------------------------------------


def reload(channel, config, *metrics):
    request = message("ReloadConfigRequest")(config=config, metric_names=metrics)
    path = "/tensorflow.serving.ModelService/HandleReloadConfigRequest"
    return asked(channel, path, request, message("ReloadConfigResponse"))


def test_models_are_added_and_removed_by_a_call_that_returns_when_they_serve(start, half, tmp_path):
    half_plus(tmp_path / "other" / "1", 10.0)
    server = start(half=half)
    loads = ":tensorflow:cc:saved_model:load_attempt_count"
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        answer = reload(channel, config_of(half=half, other=tmp_path / "other"), loads, "unknown")
        assert answer.status.error_code == 0
        assert {m.name: m.int64_value_increase for m in answer.metric} == {loads: 1, "unknown": 0}
        assert predict(channel) == 3.0 and predict(channel, "other") == 11.0
        assert reload(channel, config_of(other=tmp_path / "other")).status.error_code == 0
        until(lambda: predict(channel) == "NOT_FOUND")
        assert predict(channel, "other") == 11.0


def test_policies_and_labels_are_changed_by_a_call(start, half):
    half_plus(half / "2", 10.0)
    server = start(half=half)
    wanted = config_of(half=half)
    model = wanted.model_config_list.config[0]
    model.model_version_policy.specific.versions.append(1)
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        assert predict(channel) == 11.0
        assert reload(channel, wanted).status.error_code == 0
        until(lambda: predict(channel) == 3.0)
        model.version_labels["canary"] = 7
        answer = reload(channel, wanted)
        assert answer.status.error_code == tf.errors.FAILED_PRECONDITION and "version 7" in answer.status.error_message


@pytest.mark.parametrize("kind", ["twice", "platform", "folder", "custom"])
def test_a_configuration_that_cannot_be_is_refused_and_the_old_one_stays(start, half, kind):
    server = start(half=half)
    wanted = config_of(half=half)
    model = wanted.model_config_list.config[0]
    if kind == "twice":
        wanted.model_config_list.config.append(model)
    elif kind == "platform":
        model.model_platform = "caffe"
    elif kind == "folder":
        model.base_path = "../half"
    else:
        wanted.custom_model_config.SetInParent()
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        status = reload(channel, wanted).status
        assert status.error_code == tf.errors.INVALID_ARGUMENT and status.error_message
        assert predict(channel) == 3.0


# -- flags ------------------------------------------------------------------------------------------------------------


def test_every_flag_comes_to_an_option(half, tmp_path):
    import argparse

    parser = argparse.ArgumentParser()
    flags.add_to(parser)
    (tmp_path / "batching").write_text("max_batch_size { value: 4 }\nallowed_batch_sizes: [2, 4]\n")
    given = parser.parse_args(
        [
            f"--model_base_path={half}", "--port=1", "--rest_api_port=2", "--rest_api_timeout_in_ms=1500",
            "--rest_api_num_threads=3", "--file_system_poll_wait_seconds=7", "--max_num_load_retries=2",
            "--load_retry_interval_micros=2000000", "--saved_model_tags=a,b", "--enable_batching",
            f"--batching_parameters_file={tmp_path / 'batching'}", "--enable_model_warmup=false",
            "--grpc_channel_arguments=grpc.max_receive_message_length=1000,grpc.so_reuseport=1",
            "--tensorflow_session_parallelism=2", "--enable_session_service", "--request_log_folder=/logs",
            "--max_unfinished_request_megabytes=3",
            "--enable_grpc_healthcheck_service=false", "--allow_version_labels_for_unavailable_models=1",
        ]
    )  # fmt: skip
    options = flags.options_of(given)
    assert (options.port, options.rest_port, options.rest_timeout, options.threads) == (1, 2, 1.5, 3)
    assert (options.poll_seconds, options.retries, options.retry_seconds, options.tags) == (7, 2, 2.0, ("a", "b"))
    assert options.batching is not None and options.batching.padded(3) == 4 and not options.warm
    assert (options.largest_message, options.share_ports) == (1000, True)
    assert options.session.intra_op_parallelism_threads == options.session.inter_op_parallelism_threads == 2
    assert options.most_unfinished == 3 << 20
    assert options.session_service and options.log_folder == "/logs" and not options.health and options.labels_ahead


def test_a_platform_file_configures_sessions_and_batching(half, tmp_path):
    import argparse

    file = tmp_path / "platform"
    file.write_text(
        'platform_configs { key: "tensorflow" value { source_adapter_config {\n'
        "  [type.googleapis.com/tensorflow.serving.SavedModelBundleSourceAdapterConfig] { legacy_config {\n"
        "    session_config { intra_op_parallelism_threads: 3 } enable_model_warmup: true saved_model_tags: 'x'\n"
        "    batching_parameters { max_batch_size { value: 16 } } model_warmup_options { num_request_iterations { value: 2 } }\n"
        "} } } } }\n"
    )
    parser = argparse.ArgumentParser()
    flags.add_to(parser)
    options = flags.options_of(parser.parse_args([f"--model_base_path={half}", f"--platform_config_file={file}"]))
    assert options.session.intra_op_parallelism_threads == 3 and options.tags == ("x",)
    assert options.batching is not None and options.batching.max_batch_size == 16 and options.warm_iterations == 2
