"""The numbers for Prometheus: names and labels of TensorFlow Serving, and counts that add up."""

import re

import pytest

from penstock.serving.monitoring import Histogram, Metrics
from tests.serving.conftest import config_of

PATH = "/monitoring/prometheus/metrics"
LINE = re.compile(r'(?P<name>[a-zA-Z_:][\w:]*)(?:\{(?P<labels>(?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (?P<value>\S+)')


def numbers(text):
    """{(name, labels): value}, read as Prometheus reads it."""
    found, kinds = {}, {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            name, kind = line[7:].split()
            assert name not in kinds
            kinds[name] = kind
        elif line:
            match = LINE.fullmatch(line)
            assert match, line
            labels = dict(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', match["labels"] or ""))
            key = (match["name"], tuple(sorted(labels.items())))
            assert key not in found, line
            found[key] = float(match["value"])
    return found, kinds


def test_requests_are_counted_as_tensorflow_serving_counts_them(start, half):
    server = start(config_of(half=half), {"metrics_path": PATH})
    for _ in range(3):
        assert server.predict([[1.0]]).status == 200
    assert server.predict([["x"]]).status == 400
    assert server.predict([[1.0]], "none").status == 404
    found, kinds = numbers(server.rest(PATH).body.decode())
    assert kinds[":tensorflow:serving:request_count"] == "counter"
    assert kinds[":tensorflow:serving:request_latency"] == "histogram"

    def count(name, **labels):
        return found.get((f":tensorflow:serving:{name}", tuple(sorted(labels.items()))))

    assert count("request_count", model_name="half", status="OK") == 3
    assert count("request_count", model_name="half", status="INVALID_ARGUMENT") == 1
    where = {"model_name": "half", "API": "Predict", "entrypoint": "REST"}
    assert count("request_latency_count", **where) == 4
    assert count("request_latency_bucket", **where, le="+Inf") == 4
    buckets = [v for (name, labels), v in found.items() if name.endswith("request_latency_bucket")]
    assert buckets == sorted(buckets)  # they are added up
    assert count("runtime_latency_count", model_name="half") == 3
    loads = [v for (name, _), v in found.items() if name == ":tensorflow:cc:saved_model:load_attempt_count"]
    assert loads == [1]
    assert not any("none" in str(labels) for _, labels in found)  # names of strangers do not fill the memory


def test_there_is_no_page_where_it_is_not_switched_on(start, half):
    assert start(half=half).rest(PATH).status == 404


def test_labels_are_escaped():
    metrics = Metrics()
    metrics.loaded('/a "b"\\c\nd', "success", 1.0)
    found, _ = numbers(metrics.page())
    key = (("model_path", '/a \\"b\\"\\\\c\\nd'), ("status", "success"))
    assert found[(":tensorflow:cc:saved_model:load_attempt_count", key)] == 1


@pytest.mark.parametrize("share, low, high", [(0.5, 400, 620), (0.99, 900, 1200)])
def test_quantiles_are_about_right(share, low, high):
    histogram = Histogram()
    assert histogram.quantile(share) == 0.0
    for value in range(1000):
        histogram.add(value)
    assert low <= histogram.quantile(share) <= high
