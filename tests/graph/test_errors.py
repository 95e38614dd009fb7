"""The exceptions of tf.errors."""

import pickle
from types import SimpleNamespace

import pytest

from penstock.graph import errors

CODES = {
    "CANCELLED": "CancelledError",
    "UNKNOWN": "UnknownError",
    "INVALID_ARGUMENT": "InvalidArgumentError",
    "DEADLINE_EXCEEDED": "DeadlineExceededError",
    "NOT_FOUND": "NotFoundError",
    "ALREADY_EXISTS": "AlreadyExistsError",
    "PERMISSION_DENIED": "PermissionDeniedError",
    "RESOURCE_EXHAUSTED": "ResourceExhaustedError",
    "FAILED_PRECONDITION": "FailedPreconditionError",
    "ABORTED": "AbortedError",
    "OUT_OF_RANGE": "OutOfRangeError",
    "UNIMPLEMENTED": "UnimplementedError",
    "INTERNAL": "InternalError",
    "UNAVAILABLE": "UnavailableError",
    "DATA_LOSS": "DataLossError",
    "UNAUTHENTICATED": "UnauthenticatedError",
}


@pytest.mark.parametrize("number, code", list(enumerate(CODES, start=1)))
def test_each_code_has_its_class(number, code):
    cls = getattr(errors, CODES[code])
    assert getattr(errors, code) == number
    assert errors.exception_type_from_error_code(number) is cls
    assert errors.error_code_from_exception_type(cls) == number
    error = cls("node", None, "what happened")
    assert isinstance(error, errors.OpError)
    assert (error.node_def, error.op, error.message, error.error_code) == ("node", None, "what happened", number)
    assert str(error) == "what happened"


@pytest.mark.parametrize("name", CODES.values())
def test_errors_survive_pickling(name):
    error = getattr(errors, name)(None, None, "text")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (again.message, again.error_code) == (error.message, error.error_code)


def test_an_error_of_the_base_class_survives_pickling():
    again = pickle.loads(pickle.dumps(errors.OpError(None, None, "text", 42)))
    assert (again.message, again.error_code) == ("text", 42)


def test_the_text_shows_where_the_operation_was_made():
    frames = [("model.py", 12, "build", "y = tf.matmul(a, b)")]
    op = SimpleNamespace(name="MatMul", traceback=frames, _original_op=None)
    text = str(errors.InvalidArgumentError(None, op, "bad shapes"))
    assert text == (
        "bad shapes\n\nOriginal stack trace for 'MatMul':\n"
        '  File "model.py", line 12, in build\n    y = tf.matmul(a, b)\n'
    )


def test_the_text_shows_the_operation_a_gradient_was_made_for_and_elides_what_was_printed():
    common = [("main.py", i, "f", f"line {i}") for i in range(4)]
    forward = SimpleNamespace(name="Forward", traceback=[*common, ("m.py", 1, "g", "fwd")], _original_op=None)
    backward = SimpleNamespace(name="Backward", traceback=[*common, ("m.py", 2, "h", "bwd")], _original_op=forward)
    text = str(errors.InternalError(None, backward, "oops"))
    assert "Original stack trace for 'Backward'" in text and "bwd" in text
    assert "...which was originally created as op 'Forward', defined at:" in text and "fwd" in text
    assert "[elided 2 identical lines from previous traceback]" in text


def test_an_unknown_class_has_no_code():
    with pytest.warns(UserWarning, match="Unknown class exception"):
        assert isinstance(errors.error_code_from_exception_type(ValueError), errors.UnknownError)
    with pytest.raises(KeyError):
        errors.exception_type_from_error_code(errors.OK)


def test_a_status_that_is_not_ok_is_raised_at_the_end_of_the_block():
    with pytest.raises(errors.NotFoundError, match="no such file"):
        with errors.raise_exception_on_not_ok_status() as status:
            status.set(errors.NOT_FOUND, "no such file")
    with errors.raise_exception_on_not_ok_status() as status:
        assert status.code == errors.OK
    with pytest.raises(ZeroDivisionError), errors.raise_exception_on_not_ok_status():
        1 / 0
