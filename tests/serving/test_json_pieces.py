"""Large documents: what comes out piece by piece is what comes out at once, and others are served meanwhile."""

import json
import threading

import numpy as np
import pytest

import penstock as tf
from penstock.serving import json_pieces, json_tensors, rest
from penstock.serving.json_pieces import LargeDocument, parse_pieces
from penstock.serving.signatures import Signature
from tests.serving.conftest import half_plus

RANDOM = np.random.RandomState(7)


@pytest.fixture
def pieces(monkeypatch):
    """Pieces of 40 bytes; counts the pauses after them."""
    monkeypatch.setattr(json_pieces, "_PIECE", 40)
    pauses = []
    return lambda body: (parse_pieces(body, lambda: pauses.append(1)), len(pauses))


def signature(dtype, inputs=1):
    with tf.Graph().as_default():
        tensors = {f"x{i}": tf.placeholder(dtype, name=f"x{i}") for i in range(inputs)}
        made = tf.saved_model.predict_signature_def(tensors, {"y": tf.identity(tensors["x0"])})
    return Signature("serving_default", made, None)


DOCUMENTS = {
    "rows": {"instances": RANDOM.rand(50, 7).tolist()},
    "images": {"signature_name": "serving_default", "instances": RANDOM.rand(9, 4, 5, 1).round(3).tolist()},
    "one row": {"instances": [RANDOM.rand(300).tolist()]},
    "one column": {"inputs": RANDOM.rand(100).tolist()},
    "deep": {"inputs": RANDOM.rand(1, 1, 3, 40).tolist(), "signature_name": "serving_default"},
    "integers": {"instances": RANDOM.randint(-9, 9, (60, 3)).tolist()},
    "both kinds": {"instances": [[1, 2.5], [3, 4], [5, 6e30], [1 << 60, 0]] * 9},
    "lists of one": {"instances": [[1.5]] * 70},
}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_arrays_are_those_of_the_whole_document(name, indent, pieces):
    body = json.dumps(DOCUMENTS[name], indent=indent).encode()
    found, pauses = pieces(body)
    assert isinstance(found, LargeDocument) and pauses > 5
    for dtype in (tf.float32, tf.float64, tf.int32, tf.float16):
        one = signature(dtype)
        try:
            expected, by_rows = json_tensors.feeds(json.loads(body), one, "")
        except tf.errors.InvalidArgumentError as error:
            with pytest.raises(tf.errors.InvalidArgumentError) as again:
                json_tensors.feeds(found, one, "")
            assert again.value.message == error.message
            continue
        arrays, same = json_tensors.feeds(found, one, "")
        assert same == by_rows and arrays[0].dtype == expected[0].dtype
        np.testing.assert_array_equal(arrays[0], expected[0])


@pytest.mark.parametrize(
    "document",
    [
        {"instances": [{"x": 1.0}] * 20},
        {"instances": ["text"] * 20},
        {"instances": [True, 1.5] * 30},
        {"instances": [[1.0, 2.0]] * 20 + [[1.0]]},
        {"instances": [[1.0, None]] * 20},
        {"instances": [(1 << 64) - 1] * 20},
        {"inputs": {"a": [1.0] * 50}},
        {"examples": [{"x": 1.0}] * 20},
        {"instances": [1.0] * 50, "inputs": [2.0]},
        {"instances": [[]] * 50},
    ],
)
def test_what_is_not_a_list_of_numbers_is_read_as_a_whole(document, pieces):
    assert pieces(json.dumps(document).encode())[0] is None


def test_what_is_not_json_is_left_to_the_parser_that_tells_where(pieces):
    body = json.dumps(DOCUMENTS["rows"]).encode()
    random = np.random.RandomState(3)
    taken = 0
    for _ in range(500):
        broken = bytearray(body)
        for _ in range(random.randint(1, 3)):
            at = random.randint(len(broken))
            way = random.randint(3)
            if way == 0:
                broken[at] = random.choice(list(b'[],. 1e"-{}:\n'))
            elif way == 1:
                del broken[at]
            else:
                broken.insert(at, random.choice(list(b'[],. 1e"-')))
        found, _ = pieces(bytes(broken))
        if found is None:
            continue
        taken += 1
        (array,), _ = json_tensors.feeds(found, signature(tf.float64), "")
        expected = json.loads(broken)["instances"]
        np.testing.assert_array_equal(array, np.array(expected, np.float64))
    assert 50 < taken < 450  # another digit is another number; most other changes are errors


def test_several_inputs_and_examples_meet_the_whole_document(pieces):
    found, _ = pieces(json.dumps(DOCUMENTS["one column"]).encode())
    with pytest.raises(tf.errors.InvalidArgumentError, match="expecting an object as multiple input tensors"):
        json_tensors.feeds(found, signature(tf.float32, inputs=2), "")
    assert found.whole() == DOCUMENTS["one column"]


def test_others_are_answered_while_a_large_body_is_read(start, tmp_path, monkeypatch):
    half_plus(tmp_path / "half" / "1")
    server = start(half=tmp_path / "half")
    reads, goes_on = threading.Event(), threading.Event()

    def held(body):
        reads.set()
        assert goes_on.wait(60)
        return parse_pieces(body)

    monkeypatch.setattr(json_tensors, "parse_pieces", held)
    for module in (rest, json_tensors):
        monkeypatch.setattr(module, "LARGE", 5000)
    rows = RANDOM.rand(1000, 1).round(5)
    answers = []
    asking = threading.Thread(target=lambda: answers.append(server.predict(rows.tolist())))
    asking.start()
    assert reads.wait(60)
    assert server.predict([[1.0]]).json == {"predictions": [[2.5]]}
    goes_on.set()
    asking.join(60)
    np.testing.assert_allclose(answers[0].json["predictions"], rows / 2 + 2, rtol=1e-6)
