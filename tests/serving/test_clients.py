"""Programs that were written as clients of TensorFlow Serving ask our server under `penstock run`."""

import subprocess
import sys

import pytest

import penstock as tf
from tests.subprocesses import ROOT

# As the guide of 1.5 has it (with the model's own input): the beta of gRPC, a Classify.
GUIDE = """
from grpc.beta import implementations
from tensorflow_serving.apis import classification_pb2
from tensorflow_serving.apis import regression_pb2
from tensorflow_serving.apis import predict_pb2
from tensorflow_serving.apis import prediction_service_pb2
import numpy as np
import sys

host, port, image = "127.0.0.1", sys.argv[1], np.array([[1.0, 2.0, 3.0]])
channel = implementations.insecure_channel(host, int(port))
stub = prediction_service_pb2.beta_create_PredictionService_stub(channel)

request = classification_pb2.ClassificationRequest()
request.model_spec.name = "est"
example = request.input.example_list.examples.add()
example.features.feature['x'].float_list.value.extend(image[0].astype(float))

result = stub.Classify(request, 10.0)  # 10 secs timeout
print([[c.label, round(c.score, 3)] for c in result.result.classifications[0].classes])

later = stub.Predict.future(predict_pb2.PredictRequest(), 10.0)
print(type(later.exception()).__name__, later.exception().details)
"""
# Today's stubs, with callbacks, as the MNIST client of TensorFlow Serving has them; flags, and the status of a model.
TODAY = """
import threading
import grpc
import numpy
import tensorflow as tf
from tensorflow_serving.apis import get_model_status_pb2
from tensorflow_serving.apis import model_service_pb2_grpc
from tensorflow_serving.apis import predict_pb2
from tensorflow_serving.apis import prediction_service_pb2_grpc

tf.app.flags.DEFINE_string('server', '', 'PredictionService host:port')
FLAGS = tf.app.flags.FLAGS


def main(_):
  channel = grpc.insecure_channel(FLAGS.server)
  stub = prediction_service_pb2_grpc.PredictionServiceStub(channel)
  done = threading.Event()
  for i in range(3):
    request = predict_pb2.PredictRequest()
    request.model_spec.name = 'est'
    request.model_spec.signature_name = 'raw'
    request.inputs['x'].CopyFrom(tf.contrib.util.make_tensor_proto(numpy.ones([2, 3], numpy.float32), shape=[2, 3]))
    future = stub.Predict.future(request, 5.0)

    def answered(result_future):
      response = numpy.array(result_future.result().outputs['scores'].float_val)
      print(response.shape, tf.make_ndarray(result_future.result().outputs['scores']).shape)
      done.set()

    done.clear()
    future.add_done_callback(answered)
    done.wait(10)
  status = get_model_status_pb2.GetModelStatusRequest()
  status.model_spec.name = 'est'
  print(model_service_pb2_grpc.ModelServiceStub(channel).GetModelStatus(status).model_version_status[0].version)


if __name__ == '__main__':
  tf.app.run()
"""


@pytest.fixture
def classifier(tmp_path):
    """A model that takes serialized examples, and arrays."""
    with tf.Graph().as_default(), tf.Session() as sess:
        serialized = tf.placeholder(tf.string, [None])
        x = tf.identity(tf.parse_example(serialized, {"x": tf.FixedLenFeature([3], tf.float32)})["x"])
        scores = tf.nn.softmax(tf.matmul(x, tf.Variable([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])))
        classes = tf.tile(tf.constant([["cat", "dog"]]), [tf.shape(x)[0], 1])
        sess.run(tf.global_variables_initializer())
        signatures = {
            "serving_default": tf.saved_model.classification_signature_def(serialized, classes, scores),
            "raw": tf.saved_model.predict_signature_def({"x": x}, {"scores": scores}),
        }
        builder = tf.saved_model.Builder(str(tmp_path / "est" / "7"))
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map=signatures)
        builder.save()
    return tmp_path / "est"


def run(tmp_path, program, *args):
    file = tmp_path / "client.py"
    file.write_text(program)
    command = [sys.executable, "-m", "penstock", "run", str(file), *args]
    found = subprocess.run(command, capture_output=True, text=True, timeout=100, cwd=ROOT)
    assert found.returncode == 0, found.stderr
    return found.stdout.splitlines()


def test_the_client_of_the_guide_gets_classes(start, classifier, tmp_path):
    server = start(est=classifier)
    lines = run(tmp_path, GUIDE, str(server.port))
    assert lines[0] == "[['cat', 0.269], ['dog', 0.731]]"
    assert lines[1] == "AbortionError ModelSpec has no name specified."


def test_a_client_with_futures_and_flags_gets_arrays(start, classifier, tmp_path):
    server = start(est=classifier)
    lines = run(tmp_path, TODAY, f"--server=127.0.0.1:{server.port}")
    assert lines == ["(4,) (2, 2)"] * 3 + ["7"]


def test_a_servicer_of_the_program_itself_can_be_served():
    """`add_PredictionServiceServicer_to_server`: programs that test their clients have servers of their own."""
    from concurrent import futures

    import grpc

    import penstock

    penstock.install()
    try:
        from tensorflow_serving.apis import predict_pb2, prediction_service_pb2_grpc

        class Own(prediction_service_pb2_grpc.PredictionServiceServicer):
            def Predict(self, request, context):  # noqa: N802
                return predict_pb2.PredictResponse(model_spec=request.model_spec)

        server = grpc.server(futures.ThreadPoolExecutor(2))
        prediction_service_pb2_grpc.add_PredictionServiceServicer_to_server(Own(), server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        try:
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                stub = prediction_service_pb2_grpc.PredictionServiceStub(channel)
                request = predict_pb2.PredictRequest(model_spec={"name": "own"})
                assert stub.Predict(request, 10.0).model_spec.name == "own"
                with pytest.raises(grpc.RpcError) as caught:
                    stub.Classify(_classification(), 10.0)
                assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
        finally:
            server.stop(None).wait()
    finally:
        penstock.uninstall()


def _classification():
    from tensorflow_serving.apis import classification_pb2

    return classification_pb2.ClassificationRequest()
