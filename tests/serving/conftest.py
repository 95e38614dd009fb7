"""Model servers in this process, on ports of the loopback interface, and small models of our own for them."""

import json
import pathlib
import urllib.error
import urllib.request

import pytest

import penstock as tf
from penstock.serving import configuration
from penstock.serving.server import ModelServer, Options


def half_plus(folder, offset=2.0, assets=None):
    """Exports y = x / 2 + offset, with a signature that checks its input; the folder is there as a whole."""
    folder = pathlib.Path(folder)
    made_in = folder.with_name("making_" + folder.name)
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 1], name="x")
        factor, added = tf.Variable(0.5), tf.Variable(offset)
        y = tf.add(factor * x, added, name="y")
        with tf.control_dependencies([tf.assert_less(x, 1000.0, message="too much")]):
            checked = tf.identity(y)
        sess.run(tf.global_variables_initializer())
        made = tf.saved_model.predict_signature_def
        signatures = {"serving_default": made({"x": x}, {"y": y}), "checked": made({"x": x}, {"y": checked})}
        builder = tf.saved_model.Builder(str(made_in))
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map=signatures)
        builder.save()
    made_in.rename(folder)


class Asked:
    """What a REST request gave."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Running:
    """A server that runs, and ways to ask it."""

    def __init__(self, server):
        self.server = server
        self.port, self.rest_port = server.port, server.rest_port

    def rest(self, path, data=None, **headers):
        """GET, or POST where there are data."""
        if data is not None and not isinstance(data, bytes):
            data = json.dumps(data).encode()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(f"http://127.0.0.1:{self.rest_port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return Asked(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Asked(error.code, error.headers, error.read())

    def predict(self, instances, where="half", **more):
        return self.rest(f"/v1/models/{where}:predict", {"instances": instances, **more})


def config_of(**models):
    """A `ModelServerConfig` for name=folder."""
    config = configuration.message("ModelServerConfig")()
    for name, folder in models.items():
        config.model_config_list.config.add(name=name, base_path=str(folder), model_platform="tensorflow")
    return config


@pytest.fixture
def start():
    """Starts servers (`start(name=folder, options={...})`), and ends them after the test."""
    servers = []

    def started(config=None, options=None, **models):
        chosen = {"host": "127.0.0.1", "port": 0, "rest_port": 0, "retries": 0, "poll_seconds": 0.05, **(options or {})}
        server = ModelServer(Options(models=config or config_of(**models), **chosen))
        servers.append(server)
        server.start(wait=60)
        return Running(server)

    yield started
    for server in servers:
        server.stop()


@pytest.fixture
def half(tmp_path):
    """A folder with one version of a model."""
    half_plus(tmp_path / "half" / "1")
    return tmp_path / "half"
