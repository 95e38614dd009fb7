"""Asks a model server with the official package tensorflow-serving-api; prints what it answered, as JSON.

Run by a Python that has the package: `python official.py FOLDER`. It makes models of TensorFlow 2.15 in the folder, prints what
they answer, reads the port of a server from its input, and asks it. It imports nothing of Penstock.
"""

import json
import os
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import grpc
import models_215
import numpy as np
import tensorflow as tf
from tensorflow_serving.apis import (
    classification_pb2,
    get_model_metadata_pb2,
    get_model_status_pb2,
    inference_pb2,
    model_management_pb2,
    model_service_pb2_grpc,
    predict_pb2,
    prediction_log_pb2,
    prediction_service_pb2_grpc,
    regression_pb2,
    session_service_pb2,
)


def example(**features):
    made = tf.train.Example()
    for name, values in features.items():
        made.features.feature[name].float_list.value.extend(values)
    return made


def refused(call):
    """(code, text) of a call that fails."""
    try:
        call()
    except grpc.RpcError as error:
        return [error.code().name, error.details()]
    return ["OK", ""]


def wait_for(look):
    """What `look` finds, within some seconds."""
    end = time.monotonic() + 20
    while not (found := look()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def main():
    print(json.dumps(models_215.make(sys.argv[1])), flush=True)
    channel = grpc.insecure_channel(f"127.0.0.1:{int(sys.stdin.readline())}")
    stub = prediction_service_pb2_grpc.PredictionServiceStub(channel)
    models = model_service_pb2_grpc.ModelServiceStub(channel)
    found = {}

    def predict(model, signature="", version=None, label=None, outputs=(), **inputs):
        request = predict_pb2.PredictRequest()
        request.model_spec.name = model
        request.model_spec.signature_name = signature
        if version is not None:
            request.model_spec.version.value = version
        if label is not None:
            request.model_spec.version_label = label
        for name, value in inputs.items():
            request.inputs[name].CopyFrom(tf.make_tensor_proto(value))
        request.output_filter.extend(outputs)
        return stub.Predict(request, 20.0)

    answer = predict("half", x=np.float32([[1], [2], [5]]))
    found["predict"] = tf.make_ndarray(answer.outputs["y"]).tolist()
    found["as fields"] = list(answer.outputs["y"].float_val)
    found["spec"] = [answer.model_spec.name, answer.model_spec.version.value, answer.model_spec.signature_name]
    found["version"] = tf.make_ndarray(predict("half", version=1, x=np.float32([[1]])).outputs["y"]).tolist()
    images = np.random.RandomState(0).rand(3, 784).astype(np.float32)
    found["conv"] = tf.make_ndarray(predict("conv", images=images).outputs["scores"]).tolist()
    # More than a window of HTTP/2 both ways.
    many = np.arange(100000, dtype=np.float32).reshape(-1, 1)
    found["large"] = bool(np.array_equal(tf.make_ndarray(predict("half", x=many).outputs["y"]), many / 2 + 3))
    answer = predict("mod", "g", s=np.array([b"a", b"q"]), m=np.float32([[1, 2], [3, 4]]))
    found["functions"] = {
        k: [v if isinstance(v, (int, float)) else v.decode() for v in tf.make_ndarray(t).tolist()]
        for k, t in sorted(answer.outputs.items())
    }
    found["filter"] = sorted(predict("mod", "g", outputs=["t"], s=np.array([b"a"]), m=np.float32([[1, 2]])).outputs)
    found["keras"] = tf.make_ndarray(predict("keras", input_1=np.float32([[1, 2, 3, 4]])).outputs["dense_1"]).tolist()

    request = classification_pb2.ClassificationRequest()
    request.model_spec.name = "est"
    rows = np.random.RandomState(1).rand(2, 8)
    for row in rows:
        request.input.example_list.examples.append(example(x=row))
    answer = stub.Classify(request, 20.0)
    found["classify"] = [[[c.label, c.score] for c in row.classes] for row in answer.result.classifications]
    request = regression_pb2.RegressionRequest()
    request.model_spec.name = "lin"
    request.model_spec.signature_name = "regression"
    for row in rows:
        request.input.example_list.examples.append(example(x=row))
    found["regress"] = [r.value for r in stub.Regress(request, 20.0).result.regressions]
    request = regression_pb2.RegressionRequest()
    request.model_spec.name = "half"
    request.model_spec.signature_name = "regress_x_to_y3"
    request.input.example_list_with_context.context.CopyFrom(example(x2=[4.0]))
    request.input.example_list_with_context.examples.append(example(x=[1.0]))
    found["context"] = [r.value for r in stub.Regress(request, 20.0).result.regressions]
    request = inference_pb2.MultiInferenceRequest()
    for name, method in (("regress_x_to_y", "regress"), ("classify_labels", "classify")):
        task = request.tasks.add(method_name=f"tensorflow/serving/{method}")
        task.model_spec.name, task.model_spec.signature_name = "half", name
    request.input.example_list.examples.append(example(x=[3.0]))
    answer = stub.MultiInference(request, 20.0)
    found["multi"] = [
        answer.results[0].regression_result.regressions[0].value,
        answer.results[1].classification_result.classifications[0].classes[0].score,
        answer.results[1].model_spec.signature_name,
    ]
    request = get_model_metadata_pb2.GetModelMetadataRequest(metadata_field=["signature_def"])
    request.model_spec.name = "half"
    answer = stub.GetModelMetadata(request, 20.0)
    signatures = get_model_metadata_pb2.SignatureDefMap()
    answer.metadata["signature_def"].Unpack(signatures)
    found["metadata"] = {k: v.method_name for k, v in sorted(signatures.signature_def.items())}
    request = get_model_status_pb2.GetModelStatusRequest()
    request.model_spec.name = "half"
    answer = models.GetModelStatus(request, 20.0)
    found["status"] = [[s.version, s.state, s.status.error_code] for s in answer.model_version_status]
    request = model_management_pb2.ReloadConfigRequest()
    request.config.model_config_list.config.add(name="half", base_path="relative", model_platform="tensorflow")
    answer = models.HandleReloadConfigRequest(request, 20.0)
    found["reload refused"] = [answer.status.error_code, answer.status.error_message]

    request = session_service_pb2.SessionRunRequest(fetch=["dense/Relu:0", "scores"])
    request.model_spec.name = "conv"
    request.feed.add(name="images:0").tensor.CopyFrom(tf.make_tensor_proto(images))
    run = channel.unary_unary(  # the package has the messages of this service, but no stub
        "/tensorflow.serving.SessionService/SessionRun",
        session_service_pb2.SessionRunRequest.SerializeToString,
        session_service_pb2.SessionRunResponse.FromString,
    )
    answer = run(request, timeout=20)
    found["session run"] = [[t.name, tf.make_ndarray(t.tensor).tolist()] for t in answer.tensor]
    found["session run spec"] = [answer.model_spec.name, answer.model_spec.version.value]

    one = np.float32([[1]])
    found["errors"] = {
        "model": refused(lambda: predict("none", x=one)),
        "version": refused(lambda: predict("half", version=7, x=one)),
        "label": refused(lambda: predict("half", label="stable", x=one)),
        "no name": refused(lambda: predict("", x=one)),
        "signature": refused(lambda: predict("half", "none", x=one)),
        "inputs": refused(lambda: predict("half", x=one, z=one)),
        "alias": refused(lambda: predict("half", z=one)),
        "type": refused(lambda: predict("half", x=np.int32([[1]]))),
        "output": refused(lambda: predict("half", x=one, outputs=["q"])),
        "twice": refused(lambda: predict("half", x=one, outputs=["y", "y"])),
        "classify": refused(lambda: stub.Classify(classification_pb2.ClassificationRequest(
            model_spec={"name": "half"}), 20.0)),
        "empty": refused(lambda: stub.Classify(classification_pb2.ClassificationRequest(
            model_spec={"name": "half", "signature_name": "classify_x_to_y"}), 20.0)),
        "unknown": refused(lambda: channel.unary_unary("/tensorflow.serving.PredictionService/Foo")(b"", timeout=20)),
    }  # fmt: skip
    found["compressed"] = tf.make_ndarray(
        prediction_service_pb2_grpc.PredictionServiceStub(channel)
        .Predict(
            predict_pb2.PredictRequest(
                model_spec={"name": "half"}, inputs={"x": tf.make_tensor_proto(np.ones([50, 1], np.float32))}
            ),
            20.0,
            compression=grpc.Compression.Gzip,
        )
        .outputs["y"]
    ).shape[0]
    # A label by a new configuration, which also takes the other models away; the log of requests that the old one had.
    request = model_management_pb2.ReloadConfigRequest(metric_names=[":tensorflow:cc:saved_model:load_attempt_count"])
    config = request.config.model_config_list.config.add(name="half", model_platform="tensorflow")
    config.base_path = os.path.join(sys.argv[1], "half")
    config.model_version_policy.specific.versions.extend([1, 2])
    config.version_labels["first"] = 1
    answer = models.HandleReloadConfigRequest(request, 20.0)
    found["reload"] = [answer.status.error_code, [[m.name, m.int64_value_increase] for m in answer.metric]]
    found["labelled"] = tf.make_ndarray(predict("half", label="first", x=one).outputs["y"]).tolist()
    (log,) = wait_for(lambda: tf.io.gfile.glob(os.path.join(sys.argv[1], "requests.lin.*")))
    (record,) = wait_for(lambda: list(tf.compat.v1.io.tf_record_iterator(log)))
    record = prediction_log_pb2.PredictionLog.FromString(record)
    found["logged"] = [
        record.log_metadata.model_spec.signature_name,
        list(record.log_metadata.saved_model_tags),
        len(record.regress_log.request.input.example_list.examples),
        [r.value for r in record.regress_log.response.result.regressions],
    ]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
