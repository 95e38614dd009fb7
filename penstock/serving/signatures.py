"""Signatures of a loaded model: names for tensors, types checked, and a prepared run for each set of outputs.

The server never looks a tensor up while it answers: what a signature feeds and fetches is resolved on first use and kept.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock.distributed import tensors
from penstock.graph import build, dtypes, errors, graph_util, importer
from penstock.saved_model import signature_constants

PREDICT = signature_constants.PREDICT_METHOD_NAME
CLASSIFY = signature_constants.CLASSIFY_METHOD_NAME
REGRESS = signature_constants.REGRESS_METHOD_NAME
DEFAULT = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY


# Where the graph of a signature is copied to, without the shapes of its inputs.
_COPY = "penstock_loose"
_COPIED = re.compile(rf"^{_COPY}(_\d+)?/")
# One element for each run that is under way, of whatever model; a list, as its changes need no lock.
_RUNNING: list[None] = []
_CORES = os.cpu_count() or 1
# Every set of outputs that clients ask for is planned on its own; beyond this, the oldest is forgotten.
_MOST_FILTERS = 64
# The first runs plan and compile, and say nothing of the time of the next.
_PLANNING = 2
# A run that takes no more than this times its best waits for the processor the rest of the time.
_WAITS = 4


def invalid(text: str) -> errors.OpError:
    """The error for a request that is not right."""
    return errors.InvalidArgumentError(None, None, text)


def _joined(names: Any) -> str:
    return ",".join(sorted(names))


def _callable(session: Any, fetches: list[Any], feeds: list[Any]) -> Callable:
    """The session's function for these; two inputs may be one tensor, then the last one counts."""
    if len(set(feeds)) == len(feeds):
        return session.make_callable(fetches, feeds)
    order = {tensor: i for i, tensor in enumerate(feeds)}
    distinct = session.make_callable(fetches, list(order))
    places = list(order.values())
    return lambda *arrays: distinct(*[arrays[i] for i in places])


def loose_copy(graph: Any, definition: Any, inputs: list[str], outputs: list[str]) -> tuple[list[Any], dict[str, Any]]:
    """Adds a copy of a signature's part of a graph, with inputs of unknown shape: (inputs, output name → tensor)."""
    feeds = {definition.inputs[alias].name: alias for alias in inputs}
    fetches = [definition.outputs[alias].name for alias in outputs]
    placeholders: dict[str, Any] = {}
    graph._unsafe_unfinalize()
    try:
        with graph.as_default(), graph.name_scope(None):
            for name in feeds:
                dtype = graph.get_tensor_by_name(name).dtype.base_dtype
                placeholders[name] = build.apply("Placeholder", dtype=dtype, shape=None, name="penstock_loose_input")
            part = graph_util.extract_sub_graph(graph.as_graph_def(), [name.partition(":")[0] for name in fetches])
            given: dict[str, Any] = {}
            for node in part.node:
                if not node.input and node.op != "Placeholder":
                    given.update((tensor.name, tensor) for tensor in graph.get_operation_by_name(node.name).outputs)
            given.update(placeholders)
            found = importer.import_graph_def(part, given, fetches, name=_COPY) or []
    finally:
        graph.finalize()
    return [placeholders[definition.inputs[alias].name] for alias in inputs], dict(zip(outputs, found))


def for_clients(error: errors.OpError) -> errors.OpError:
    """An error of a run in the words of a server: which node failed, without the lines of the server's own source."""
    text, _, _ = (error.message or "").partition("\n\t [[")
    text, _, _ = text.partition("\n\nOriginal stack trace for")
    if error.op is not None:
        name = _COPIED.sub("", error.op.name)
        text += f"\n\t [[{{{{node {name}}}}}]]"
    return errors.make_error(None, None, text, error.error_code or errors.UNKNOWN)


class Prepared:
    """One way to run a signature: which outputs are fetched, and how long that takes.

    Attributes:
      outputs: names of the outputs, in the order in which `run` returns them.
      types: of the outputs.
      of_batches: the size of a batch → how many such ran, and the time of one.
    """

    __slots__ = ("_fits", "_function", "_loosened", "_times", "of_batches", "outputs", "types")

    def __init__(
        self,
        function: Callable,
        outputs: tuple[str, ...],
        types: list[dtypes.DType],
        shapes: Sequence[Any] = (),
        loosened: Callable[[], Callable] | None = None,
    ) -> None:
        self._function = function
        self._fits = shapes
        self._loosened = loosened
        self._times: dict[int, tuple[int, float, float]] = {}  # about how much is fed → runs, seconds, at best
        self.outputs = outputs
        self.types = types
        self.of_batches: dict[int, tuple[int, float]] = {}

    def expected(self, arrays: Sequence[Any]) -> float:
        """The seconds that a run would take if it had a processor, as the last ones of about this size took.

        Infinity before the third of them. Where several run at once, each waits for the others and seems slow, so this is what
        the best of the last ones took, unless they mostly take far longer.
        """
        runs, seconds, best = self._times.get(_magnitude(arrays), (0, 0.0, 0.0))
        return max(best, seconds / _WAITS) if runs > _PLANNING else float("inf")

    def run(self, arrays: Sequence[Any]) -> list[Any]:
        """The values of the outputs.

        Raises:
          tf.errors.OpError: an operation fails, or a value does not fit its tensor.
        """
        _RUNNING.append(None)
        together = len(_RUNNING)
        start = time.perf_counter()
        try:
            function = self._function
            for array, dims in zip(arrays, self._fits):
                if dims is not None and array.shape != dims and not _fits(array.shape, dims):
                    if self._loosened is not None:
                        function = self._loosened()
                    break
            found = function(*arrays)
        except errors.OpError as error:
            raise for_clients(error) from None
        except (TypeError, ValueError) as error:
            raise invalid(str(error)) from None
        finally:
            took = time.perf_counter() - start
            together = max(together, len(_RUNNING))
            _RUNNING.pop()
        if together > _CORES:  # each of them had a part of a processor
            took *= _CORES / together
        magnitude = _magnitude(arrays)
        runs, before, best = self._times.get(magnitude, (0, 0.0, 0.0))
        if runs <= _PLANNING:
            self._times[magnitude] = runs + 1, took, took
        else:
            self._times[magnitude] = runs + 1, 0.8 * before + 0.2 * took, min(1.02 * best, took)
        return found


def _magnitude(arrays: Sequence[Any]) -> int:
    """About how much is fed: the number of bits of the number of elements."""
    size = 0
    for array in arrays:
        size += array.size
    return size.bit_length()


def _fits(shape: tuple[int, ...], dims: tuple[int | None, ...]) -> bool:
    return len(shape) == len(dims) and all(d is None or d == s for d, s in zip(dims, shape))


class Signature:
    """A `SignatureDef` of a model in a session.

    Args:
      name: its key in the model.
      definition: the message.
      session: that of the model.
    """

    def __init__(self, name: str, definition: Any, session: Any) -> None:
        self.name = name
        self.definition = definition
        self.method = definition.method_name
        self.inputs = sorted(definition.inputs)
        self.outputs = sorted(definition.outputs)
        self.input_types = {alias: info.dtype for alias, info in definition.inputs.items()}
        self._session = session
        self._prepared: dict[tuple[str, ...], Prepared] = {}
        self._loose: tuple[list[Any], dict[str, Any]] | None = None
        self._lock = threading.Lock()
        self._all = tuple(self.outputs)

    def prepared(self, outputs: tuple[str, ...] = ()) -> Prepared:
        """The run for these outputs, or for all.

        Raises:
          tf.errors.InvalidArgumentError: the signature has no such output, or its tensors are not in the graph.
        """
        found = self._prepared.get(outputs or self._all)
        return self._prepare(outputs or self._all) if found is None else found

    def _prepare(self, outputs: tuple[str, ...]) -> Prepared:
        seen: set[str] = set()
        for alias in outputs:
            if alias not in self.definition.outputs:
                raise invalid(
                    f"output tensor alias not found in signature: {alias} Outputs expected to be in the set "
                    f"{{{_joined(self.outputs)}}}."
                )
            if alias in seen:
                raise invalid(f"duplicate output tensor alias: {alias}")
            seen.add(alias)
        graph = self._session.graph
        try:
            feeds = [graph.get_tensor_by_name(self.definition.inputs[alias].name) for alias in self.inputs]
            fetches = [graph.get_tensor_by_name(self.definition.outputs[alias].name) for alias in outputs]
        except (KeyError, ValueError, TypeError) as error:
            raise invalid(f"The signature {self.name} does not fit the graph: {error}") from None
        function = _callable(self._session, fetches, feeds)
        loose: Callable | None = None

        def loosened() -> Callable:
            nonlocal loose
            if loose is None:
                placeholders, by_name = self._loosened()
                loose = _callable(self._session, [by_name[alias] for alias in outputs], placeholders)
            return loose

        shapes = [tensor.shape._dims for tensor in feeds]
        types = [tensor.dtype.base_dtype for tensor in fetches]
        found = Prepared(function, outputs, types, shapes, loosened)
        if len(self._prepared) >= _MOST_FILTERS:
            self._prepared.pop(next(iter(self._prepared)), None)
        self._prepared[outputs] = found
        return found

    def _loosened(self) -> tuple[list[Any], dict[str, Any]]:
        """(inputs, outputs) of a second copy of the signature's graph, in which the inputs have no shape.

        Servers of 1.15 do not compare what a request feeds with the shapes in the graph, and clients rely on it: those of
        half_plus_two feed [1.0, 2.0] for a tensor of shape [?, 1]. Here a plan relies on shapes that the graph tells, so such
        requests get a graph that tells none. Variables, tables and constants are those of the first one.
        """
        with self._lock:
            if self._loose is None:
                self._loose = loose_copy(self._session.graph, self.definition, self.inputs, self.outputs)
            return self._loose

    def feeds_of(self, given: Any) -> list[np.ndarray]:
        """The arrays to feed, in order, from the map of a request (name → TensorProto).

        Raises:
          tf.errors.InvalidArgumentError: names, types or tensors are not as the signature wants them.
        """
        if len(given) != len(self.inputs):
            sent, wanted = set(given), set(self.inputs)
            raise invalid(
                f"input size does not match signature: {len(sent)}!={len(wanted)} len({{{_joined(sent)}}}) != "
                f"len({{{_joined(wanted)}}}). Sent extra: {{{_joined(sent - wanted)}}}. Missing but required: "
                f"{{{_joined(wanted - sent)}}}."
            )
        arrays = []
        for alias in self.inputs:
            if alias not in given:
                stranger = sorted(set(given) - set(self.inputs))[0]
                raise invalid(
                    f"input tensor alias not found in signature: {stranger}. Inputs expected to be in the set "
                    f"{{{_joined(self.inputs)}}}."
                )
            proto = given[alias]
            try:
                array = tensors.from_proto(proto)
            except errors.InvalidArgumentError:
                raise invalid(f"tensor parsing error: {alias}") from None
            if proto.dtype != self.input_types[alias]:
                self.check_type(len(arrays), alias, proto.dtype)
            arrays.append(array)
        return arrays

    def check_type(self, number: int, alias: str, given: int) -> None:
        """Raises unless a value of type `given` may be fed for an input."""
        wanted = self.input_types[alias]
        if given != wanted:
            texts = [dtypes.type_text(dtypes.as_dtype(d)) if d else "invalid" for d in (wanted, given)]
            raise invalid(f"Expects arg[{number}] to be {texts[0]} but {texts[1]} is provided")


def check_predict(signature: Signature) -> None:
    """Raises unless Predict may run a signature."""
    if signature.method not in (PREDICT, CLASSIFY, REGRESS):
        raise errors.InternalError(
            None,
            None,
            f"Expected prediction signature method_name to be one of {{{PREDICT}, {CLASSIFY}, {REGRESS}}}. Was: "
            f"{signature.method}",
        )


def check_classify(signature: Signature, check_method: bool = True) -> None:
    """Raises unless Classify may run a signature."""
    _check_method(signature, CLASSIFY, "classification", check_method)
    definition = signature.definition
    if len(definition.inputs) != 1:
        raise invalid("Expected one input Tensor.")
    if len(definition.outputs) not in (1, 2):
        raise invalid(f"Expected one or two output Tensors, found {len(definition.outputs)}")
    if "inputs" not in definition.inputs:
        raise invalid(f"No classification inputs found in SignatureDef: {definition}")
    if not {"classes", "scores"}.intersection(definition.outputs):
        raise invalid(
            'Expected classification signature outputs to contain at least one of "classes" or "scores". '
            f"Signature was: {definition}"
        )


def check_regress(signature: Signature, check_method: bool = True) -> None:
    """Raises unless Regress may run a signature."""
    _check_method(signature, REGRESS, "regression", check_method)
    definition = signature.definition
    if len(definition.inputs) != 1:
        raise invalid("Expected one input Tensor.")
    if len(definition.outputs) != 1:
        raise invalid("Expected one output Tensor.")
    if "inputs" not in definition.inputs:
        raise invalid(f"No regression inputs found in SignatureDef: {definition}")
    if "outputs" not in definition.outputs:
        raise invalid(f"No regression outputs found in SignatureDef: {definition}")


def _check_method(signature: Signature, wanted: str, word: str, check: bool) -> None:
    if check and signature.method != wanted:
        raise invalid(f"Expected {word} signature method_name to be {wanted}. Was: {signature.method}")


def type_name(dtype: dtypes.DType) -> str:
    """`DT_FLOAT` for a type."""
    return protos.DataType.Name(dtype.as_datatype_enum)
