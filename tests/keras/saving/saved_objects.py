"""A Keras model with most kinds of layers, and what a SavedModel tells of its objects and functions.

`python tests/keras/saving/saved_objects.py` with 1.15.5 writes `saved_objects_of_1_15.json`, and the model of a user's class that
is read in `test_saved_model_format.py`.
"""

import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
RECORDED = HERE / "saved_objects_of_1_15.json"


def network(tf):
    layers = tf.keras.layers
    a, b = layers.Input((3,), name="a"), layers.Input((4,), name="b")
    strict = layers.Dense(5, kernel_regularizer="l2", name="strict")
    shared = layers.Dense(2, name="shared", bias_regularizer="l1")
    joined = layers.concatenate([shared(layers.Dropout(0.1, name="drop")(strict(a))), b], name="joined")
    inner = tf.keras.Sequential(
        [layers.BatchNormalization(name="norm"), layers.Reshape((2, 3), name="rows")], name="inner"
    )
    out = layers.GRU(2, name="gru")(layers.Conv1D(3, 2, name="steps")(inner(joined)))
    model = tf.keras.Model([a, b], [out, shared(layers.Dense(5, name="other")(a))], name="model")
    model.compile("sgd", "mse")
    return model


def penalized(tf):
    # By itself: 1.15.5 cannot save a model that has such a layer and a Sequential.
    dense = tf.keras.layers.Dense(5, activity_regularizer=tf.keras.regularizers.l1(0.1), name="dense", input_shape=(3,))
    return tf.keras.Sequential([dense, tf.keras.layers.Dropout(0.5, name="drop")], name="model")


MODELS = (network, penalized)


def class_of(tf):
    class Users(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.first = tf.keras.layers.Dense(3, activation="tanh", kernel_regularizer="l2")
            self.rest = [tf.keras.layers.Dense(2), tf.keras.layers.Dropout(0.5)]

        def call(self, x, training=None):
            dense, drop = self.rest
            return drop(dense(self.first(x)), training=training)

    return Users()


def shown(v):
    """A StructuredValue as text."""
    kind = v.WhichOneof("kind")
    if kind in ("tuple_value", "list_value"):
        return "%s(%s)" % (kind[:4], ", ".join(shown(x) for x in getattr(v, kind).values))
    if kind == "dict_value":
        return "{%s}" % ", ".join("%s: %s" % (key, shown(x)) for key, x in sorted(v.dict_value.fields.items()))
    if kind == "named_tuple_value":
        return ", ".join("%s=%s" % (pair.key, shown(pair.value)) for pair in v.named_tuple_value.values)
    if kind == "tensor_spec_value":
        spec = v.tensor_spec_value
        return "<%s %s %d>" % (spec.name, [d.size for d in spec.shape.dim], spec.dtype)
    return "None" if kind in ("none_value", None) else str(getattr(v, kind))


def summary(message):
    """What a SavedModel message tells of the layers of a model, by the names of the layers."""
    objects = message.meta_graphs[0].object_graph_def
    found = {}
    for node in objects.nodes:
        if not node.user_object.identifier.startswith("_tf_keras"):
            continue
        metadata = json.loads(node.user_object.metadata)
        if metadata["class_name"] == "InputLayer":  # 1.15 calls some of them, and others not
            continue
        children = {child.local_name: child.node_id for child in node.children}
        api = {child.local_name: child.node_id for child in objects.nodes[children["keras_api"]].children}
        told = {"identifier": node.user_object.identifier, "metadata": metadata}
        told["children"] = sorted(set(children) - {"_callable_losses", "_updates"})
        told["keras_api"] = sorted(api)
        for name, number in api.items():
            function = objects.nodes[number].function
            if objects.nodes[number].WhichOneof("kind") != "function":
                told["number of " + name] = len(objects.nodes[number].children)
                continue
            bodies = [objects.concrete_functions[one] for one in function.concrete_functions]
            told[name] = {
                "spec": shown(function.function_spec.fullargspec),
                "method": function.function_spec.is_method,
                "signature": shown(function.function_spec.input_signature),
                "bodies": sorted(
                    "%s -> %s of %d"
                    % (shown(body.canonicalized_input_signature), shown(body.output_signature), len(body.bound_inputs))
                    for body in bodies
                ),
            }
        found[metadata["name"]] = told
    return found


def main():
    import shutil
    import tempfile
    import zipfile

    import numpy as np
    import tensorflow as tf
    from tensorflow.core.protobuf import saved_model_pb2

    folder = tempfile.mkdtemp()
    found = {}
    for model in MODELS:
        tf.keras.backend.clear_session()
        model(tf).save(os.path.join(folder, "model"), save_format="tf")
        with open(os.path.join(folder, "model", "saved_model.pb"), "rb") as file:
            found[model.__name__] = summary(saved_model_pb2.SavedModel.FromString(file.read()))
    RECORDED.write_text(json.dumps(found, indent=1) + "\n")
    users, x = class_of(tf), np.linspace(-1, 1, 12).reshape(4, 3).astype("f")
    users.compile("sgd", "mse")
    users.fit(x, x[:, :2], verbose=0)
    users.save(os.path.join(folder, "users"), save_format="tf")
    with zipfile.ZipFile(str(HERE / "users_class_of_1_15.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for place, _, names in os.walk(os.path.join(folder, "users")):
            for name in names:
                path = os.path.join(place, name)
                archive.write(path, os.path.relpath(path, os.path.join(folder, "users")))
        archive.writestr("predicted.json", json.dumps(users.predict(x).tolist()))
    shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
