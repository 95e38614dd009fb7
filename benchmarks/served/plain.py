"""The server that Penstock's model server is compared with: grpcio and `http.server` around a session of TensorFlow 1.15.5.

    python plain.py DESCRIPTORS NAME=FOLDER...       (run by a Python 3.7 that has TensorFlow 1.15.5)

It is what one writes in an afternoon, with a prepared callable instead of `session.run`: the messages of TensorFlow Serving,
Predict and Classify by gRPC, predict and classify by REST. It prints its two ports, and ends when its input does.
"""

import concurrent.futures
import http.server
import json
import os
import sys
import threading

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import grpc
import numpy as np
import tensorflow as tf
from google.protobuf import descriptor_pb2, descriptor_pool, symbol_database

MESSAGES = """ModelSpec PredictRequest PredictResponse ExampleList ExampleListWithContext Input Class Classifications
    ClassificationResult ClassificationRequest ClassificationResponse""".split()
FILES = [
    "google/protobuf/wrappers.proto",
    "tensorflow/core/framework/tensor.proto",
    "tensorflow/core/example/example.proto",
]


def messages(path):
    """The messages of TensorFlow Serving, on top of TensorFlow's own."""
    import google.protobuf.wrappers_pb2  # noqa: F401 - the pool must know it

    with open(path, "rb") as file:
        files = descriptor_pb2.FileDescriptorSet.FromString(file.read())
    found = next(f for f in files.file if f.package == "tensorflow.serving")
    made = descriptor_pb2.FileDescriptorProto(name="plain.proto", package=found.package, syntax="proto3")
    made.dependency.extend(FILES)
    for one in found.message_type:
        if one.name in MESSAGES:
            kept = made.message_type.add()
            kept.CopyFrom(one)
            del kept.field[:]
            kept.field.extend(f for f in one.field if f.name not in ("predict_streamed_options", "client_id"))
            names = [o.name for o in kept.oneof_decl]
            del kept.oneof_decl[:]
            kept.oneof_decl.extend(o for o in one.oneof_decl if not o.name.startswith("_") and o.name in names)
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(made.SerializeToString())
    known = symbol_database.Default()  # has the classes of TensorFlow's messages already
    return {n: known.GetPrototype(pool.FindMessageTypeByName("tensorflow.serving." + n)) for n in MESSAGES}


class Model:
    """The signature `serving_default` of a SavedModel in a session."""

    def __init__(self, folder):
        self.session = tf.Session(graph=tf.Graph())
        with self.session.graph.as_default():
            loaded = tf.saved_model.load(self.session, ["serve"], folder)
        signature = loaded.signature_def["serving_default"]
        (self.input,) = signature.inputs
        self.outputs = sorted(signature.outputs)
        self.dtype = tf.as_dtype(signature.inputs[self.input].dtype).as_numpy_dtype
        self.run = self.session.make_callable(
            [signature.outputs[name].name for name in self.outputs], [signature.inputs[self.input].name]
        )


class Service:
    """What gRPC clients call."""

    def __init__(self, models, kinds):
        self.models, self.kinds = models, kinds

    def predict(self, request, context):
        model = self.models[request.model_spec.name]
        found = model.run(tf.make_ndarray(request.inputs[model.input]))
        response = self.kinds["PredictResponse"]()
        for name, value in zip(model.outputs, found):
            response.outputs[name].CopyFrom(tf.make_tensor_proto(value))
        return response

    def classify(self, request, context):
        model = self.models[request.model_spec.name]
        examples = [e.SerializeToString() for e in request.input.example_list.examples]
        by_name = dict(zip(model.outputs, model.run(examples)))
        response = self.kinds["ClassificationResponse"]()
        for labels, scores in zip(by_name["classes"], by_name["scores"]):
            row = response.result.classifications.add()
            for label, score in zip(labels, scores):
                row.classes.add(label=label, score=score)
        return response


class Handler(http.server.BaseHTTPRequestHandler):
    """What REST clients ask."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    models = {}

    def do_POST(self):
        document = json.loads(self.rfile.read(int(self.headers["Content-Length"])).decode())
        name, _, method = self.path.rpartition("/")[2].partition(":")
        model = self.models[name]
        if method == "predict":
            found = model.run(np.array(document["instances"], model.dtype))
            answer = {"predictions": found[0].tolist()}
        else:
            examples = []
            for row in document["examples"]:
                example = tf.train.Example()
                for key, values in row.items():
                    example.features.feature[key].float_list.value.extend(values)
                examples.append(example.SerializeToString())
            by_name = dict(zip(model.outputs, model.run(examples)))
            pairs = zip(by_name["classes"].tolist(), by_name["scores"].tolist())
            answer = {"results": [[[c.decode(), s] for c, s in zip(*pair)] for pair in pairs]}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *args):
        pass


def main():
    """Serves until the input ends."""
    tf.logging.set_verbosity(tf.logging.ERROR)
    kinds = messages(sys.argv[1])
    models = {name: Model(folder) for name, folder in (given.split("=") for given in sys.argv[2:])}
    service = Service(models, kinds)
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=8))
    unary = grpc.unary_unary_rpc_method_handler
    handlers = {
        "Predict": unary(
            service.predict, kinds["PredictRequest"].FromString, kinds["PredictResponse"].SerializeToString
        ),
        "Classify": unary(
            service.classify,
            kinds["ClassificationRequest"].FromString,
            kinds["ClassificationResponse"].SerializeToString,
        ),
    }
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("tensorflow.serving.PredictionService", handlers),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    Handler.models = models
    rest = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    rest.daemon_threads = True
    threading.Thread(target=rest.serve_forever, daemon=True).start()
    print(port, rest.server_address[1], flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
