"""What the methods of the PredictionService mean: from a request to what is run, and from results to the answer.

Each method has a part before the run (`Job`), which checks the request and finds the arrays, and one after it, which makes the
answer. Where the run happens in between is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors, values
from penstock.serving import messages
from penstock.serving.configuration import message
from penstock.serving.servable import Servable
from penstock.serving.signatures import (
    CLASSIFY,
    DEFAULT,
    REGRESS,
    Prepared,
    Signature,
    check_classify,
    check_predict,
    check_regress,
    invalid,
    type_name,
)


class Job:
    """A request that can be run: what is run with which arrays, and what makes the answer of the results.

    Attributes:
      merges: whether it may be run together with others.
      record: makes the `PredictionLog` of (results, answer) for the log of requests.
    """

    __slots__ = ("answer", "arrays", "examples", "merges", "prepared", "record")

    def __init__(
        self,
        prepared: Prepared,
        arrays: list[Any],
        answer: Callable[[list[Any]], Any],
        examples: int = 0,
        merges: bool = True,
        record: Callable[[list[Any], Any], Any] | None = None,
    ) -> None:
        self.prepared, self.arrays, self.answer, self.examples = prepared, arrays, answer, examples
        self.merges, self.record = merges, record


def record_of(kind: str, request: Any, response: str) -> Callable[[list[Any], Any], Any]:
    """What makes the `PredictionLog` of a request whose answer is a message, or the bytes of one.

    Args:
      kind: the field of the log, such as `predict_log`.
      request: the message.
      response: the name of the answer's message.
    """

    def record(found: list[Any], result: Any) -> Any:
        made = message("PredictionLog")()
        log = getattr(made, kind)
        log.request.CopyFrom(request)
        answer = message(response).FromString(result) if isinstance(result, bytes) else result
        log.response.CopyFrom(answer)
        return made

    return record


def predict(servable: Servable, request: Any, as_content: bool = False) -> Job:
    """The job of a `PredictRequest`; its answer is a serialized `PredictResponse`."""
    name = request.model_spec.signature_name or DEFAULT
    signature = servable.signatures.get(name)
    if signature is None:
        raise errors.FailedPreconditionError(None, None, f'Serving signature key "{name}" not found.')
    check_predict(signature)
    arrays = signature.feeds_of(request.inputs)
    prepared = signature.prepared(tuple(request.output_filter))

    def answer(found: list[Any]) -> bytes:
        return messages.predict_response(
            servable.name, name, servable.version, prepared.outputs, found, prepared.types, as_content
        )

    return Job(prepared, arrays, answer, record=record_of("predict_log", request, "PredictResponse"))


# -- examples ---------------------------------------------------------------------------------------------------------


def examples_of(given: Any) -> np.ndarray:
    """The examples of an `Input`, serialized.

    Raises:
      tf.errors.InvalidArgumentError: there are none.
    """
    kind = given.WhichOneof("kind")
    if kind == "example_list":
        found = [example.SerializeToString() for example in given.example_list.examples]
    elif kind == "example_list_with_context":
        # A message that follows another one is merged with it: the context's features, then the example's.
        context = given.example_list_with_context.context.SerializeToString()
        found = [context + e.SerializeToString() for e in given.example_list_with_context.examples]
    else:
        found = []
    if not found:
        raise invalid("Input is empty.")
    return values.object_array(found, (len(found),))


def _named(servable: Servable, name: str) -> Signature:
    signature = servable.signatures.get(name)
    if signature is None:
        raise invalid(f"No signature was found with the name: {name}")
    return signature


def classify(servable: Servable, request: Any, check_method: bool = True) -> Job:
    """The job of a `ClassificationRequest`; its answer is a `ClassificationResponse`."""
    name = request.model_spec.signature_name or DEFAULT
    signature = _named(servable, name)
    check_classify(signature, check_method)
    examples = examples_of(request.input)
    prepared = signature.prepared(classify_outputs(signature))

    def answer(found: list[Any]) -> Any:
        response = message("ClassificationResponse")()
        response.model_spec.CopyFrom(messages.model_spec(servable.name, name, servable.version))
        fill_classes(response.result, prepared, found, len(examples))
        return response

    record = record_of("classify_log", request, "ClassificationResponse")
    return Job(prepared, [examples], answer, len(examples), record=record)


def classify_outputs(signature: Signature) -> tuple[str, ...]:
    """The outputs of a signature that Classify looks at."""
    return tuple(alias for alias in ("classes", "scores") if alias in signature.definition.outputs)


def fill_classes(result: Any, prepared: Prepared, found: list[Any], count: int) -> None:
    """Writes what a run gave into a `ClassificationResult`.

    Raises:
      tf.errors.InvalidArgumentError: the model's outputs are not classes and scores of `count` examples.
    """
    by_name = {alias: (np.asarray(v), t) for alias, v, t in zip(prepared.outputs, found, prepared.types)}
    for alias, wanted in (("classes", dtypes.string), ("scores", dtypes.float32)):
        if alias not in by_name:
            continue
        array, dtype = by_name[alias]
        if array.ndim != 2:
            raise invalid(f"Expected Tensor shape: [batch_size num_classes] but got {_shape(array)}")
        if dtype is not wanted:
            raise invalid(f"Expected {alias} Tensor of {type_name(wanted)}. Got: {type_name(dtype)}")
        if array.shape[0] != count:
            raise invalid(f"Expected {alias} output batch size of {count}. Got: {array.shape[0]}")
    classes = by_name["classes"][0].tolist() if "classes" in by_name else None
    scores = by_name["scores"][0].tolist() if "scores" in by_name else None
    if classes and scores and len(classes[0]) != len(scores[0]):
        raise invalid(
            f"Tensors class and score should match in dim_size(1). Got {len(classes[0])} vs. {len(scores[0])}"
        )
    for row in range(count):
        add = result.classifications.add().classes.add
        for column in range(len((classes or scores)[row])):  # type: ignore[index]
            one = add()
            if classes is not None:
                one.label = _text(classes[row][column])
            if scores is not None:
                one.score = scores[row][column]


def _text(data: bytes) -> str:
    return data.decode(errors="replace") if isinstance(data, bytes) else str(data)


def _shape(array: np.ndarray) -> str:
    return "[" + ",".join(map(str, array.shape)) + "]"


def regress(servable: Servable, request: Any, check_method: bool = True) -> Job:
    """The job of a `RegressionRequest`; its answer is a `RegressionResponse`."""
    name = request.model_spec.signature_name or DEFAULT
    signature = _named(servable, name)
    check_regress(signature, check_method)
    examples = examples_of(request.input)
    prepared = signature.prepared(("outputs",))

    def answer(found: list[Any]) -> Any:
        response = message("RegressionResponse")()
        response.model_spec.CopyFrom(messages.model_spec(servable.name, name, servable.version))
        fill_regressions(response.result, prepared.types[0], found[0], len(examples))
        return response

    record = record_of("regress_log", request, "RegressionResponse")
    return Job(prepared, [examples], answer, len(examples), record=record)


def fill_regressions(result: Any, dtype: dtypes.DType, found: Any, count: int) -> None:
    """Writes what a run gave into a `RegressionResult`.

    Raises:
      tf.errors.InvalidArgumentError: the model's output is not one number for each of `count` examples.
    """
    array = np.asarray(found)
    if not (array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 1)):
        raise invalid(
            f"Expected output Tensor shape to be either [batch_size] or [batch_size, 1] but got {_shape(array)}"
        )
    if array.shape[0] != count:
        raise invalid(f"Input batch size did not match output batch size: {count} vs. {array.shape[0]}")
    if dtype is not dtypes.float32:
        raise invalid(f"Expected output Tensor of DT_FLOAT.  Got: {type_name(dtype)}")
    for value in array.ravel().tolist():
        result.regressions.add().value = value


def multi_inference(servable: Servable, request: Any, check_method: bool = True) -> Job:
    """The job of a `MultiInferenceRequest`: all its tasks in one run; its answer is a `MultiInferenceResponse`."""
    tasks, names, inputs = [], set(), set()
    model = ""
    for task in request.tasks:
        spec = task.model_spec
        if not spec.name:
            raise invalid("Found ModelSpec with an empty model name.")
        if model and spec.name != model:
            raise invalid("All ModelSpecs in a MultiInferenceRequest must access the same model name.")
        model = spec.name
        name = spec.signature_name or DEFAULT
        if name in names:
            raise invalid(f"Duplicate evaluation of signature: {name}")
        names.add(name)
        signature = servable.signatures.get(name)
        if signature is None:
            raise invalid(f"Requested signature not found in model graph: {name}")
        if task.method_name == CLASSIFY:
            check_classify(signature, check_method)
            outputs = classify_outputs(signature)
        elif task.method_name == REGRESS:
            check_regress(signature, check_method)
            outputs = ("outputs",)
        else:
            raise errors.UnimplementedError(None, None, f"Unsupported signature method_name: {task.method_name}")
        inputs.add(signature.definition.inputs["inputs"].name)
        tasks.append((name, task.method_name, signature, outputs))
    if len(inputs) != 1:
        raise invalid("Input tensor must be the same for all Signatures.")
    examples = examples_of(request.input)
    prepared = _joined(servable, tasks)

    def answer(found: list[Any]) -> Any:
        response = message("MultiInferenceResponse")()
        at = 0
        for name, method, _, outputs in tasks:
            result = response.results.add()
            result.model_spec.CopyFrom(messages.model_spec(servable.name, name, servable.version))
            part, types = found[at : at + len(outputs)], prepared.types[at : at + len(outputs)]
            at += len(outputs)
            if method == CLASSIFY:
                view = Prepared(lambda: None, outputs, types)
                fill_classes(result.classification_result, view, part, len(examples))
            else:
                fill_regressions(result.regression_result, types[0], part[0], len(examples))
        return response

    record = record_of("multi_inference_log", request, "MultiInferenceResponse")
    return Job(prepared, [examples], answer, len(examples), record=record)


def _joined(servable: Servable, tasks: list[Any]) -> Prepared:
    """A run for the outputs of several signatures: a signature of its own, kept with the others."""
    key = "\0" + "\0".join(f"{name}\0{method}" for name, method, _, _ in tasks)
    signature = servable.signatures.get(key)
    if signature is None:
        from penstock import protos

        definition = protos.SignatureDef()
        definition.inputs["inputs"].CopyFrom(tasks[0][2].definition.inputs["inputs"])
        for i, (_, _, one, outputs) in enumerate(tasks):
            for j, alias in enumerate(outputs):
                definition.outputs[f"{i:04}_{j}"].CopyFrom(one.definition.outputs[alias])
        signature = servable.signatures[key] = Signature(key, definition, servable.session)
    return signature.prepared()


def metadata(servable: Servable, request: Any) -> Any:
    """The `GetModelMetadataResponse` of a request.

    Raises:
      tf.errors.InvalidArgumentError: something else than signatures is wanted.
    """
    if not request.metadata_field:
        raise invalid("GetModelMetadataRequest must specify at least one metadata_field")
    for field in request.metadata_field:
        if field != "signature_def":
            raise invalid(f"Metadata field {field} is not supported")
    response = message("GetModelMetadataResponse")()
    response.model_spec.name = servable.name
    response.model_spec.version.value = servable.version
    found = message("SignatureDefMap")()
    for name, signature in list(servable.signatures.items()):
        if not name.startswith("\0"):
            found.signature_def[name].CopyFrom(signature.definition)
    response.metadata["signature_def"].Pack(found)
    return response
