"""SessionRun: a client names tensors and operations of a model's graph, as a program would in `session.run`.

It is offered only where the server was told to (`--enable_session_service`): who may call it can run every operation of the
graph, also those that write checkpoints to a path that was fed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.distributed import tensors
from penstock.graph import errors
from penstock.serving import messages
from penstock.serving.configuration import message
from penstock.serving.inference import Job, record_of
from penstock.serving.servable import Servable
from penstock.serving.signatures import DEFAULT, Prepared, invalid

# Every set of names that clients ask for is planned on its own; beyond this, the oldest is forgotten.
_MOST_RUNS = 64


def session_run(servable: Servable, request: Any) -> Job:
    """The job of a `SessionRunRequest`; its answer is a `SessionRunResponse`.

    Raises:
      tf.errors.NotFoundError: a name is not in the graph.
      tf.errors.InvalidArgumentError: a name is no alias of the signature, or is fed twice, or a value is not a tensor.
    """
    if not request.fetch and not request.target:
        raise invalid("Must specify at least one target to fetch or execute.")
    feeds, fetches = _names(servable, request)
    arrays = []
    for one in request.feed:
        try:
            arrays.append(tensors.from_proto(one.tensor))
        except errors.InvalidArgumentError:
            raise invalid(f"tensor parsing error: {one.name}") from None
    metadata = protos.RunMetadata()
    options = _options(request.options)
    prepared = _prepared(servable, feeds, fetches, tuple(request.target))
    for tensor, proto in zip(prepared.feeds, request.feed):
        wanted, given = tensor.dtype.base_dtype.as_datatype_enum, proto.tensor.dtype
        if wanted != given:
            name = protos.DataType.Name
            known = name(given) if given in protos.DataType.values() else given
            raise invalid(f"The tensor {proto.name} is {name(wanted)}, and {known} is fed")
    run: Prepared = prepared
    if options is not None:
        run = prepared.traced(servable.session, options, metadata)

    def answer(found: list[Any]) -> Any:
        response = message("SessionRunResponse")()
        name = request.model_spec.signature_name if request.tensor_name_is_alias else ""
        response.model_spec.CopyFrom(messages.model_spec(servable.name, name, servable.version))
        for key, value, dtype in zip(request.fetch, found, prepared.types):
            one = response.tensor.add(name=key)
            one.tensor.ParseFromString(messages.tensor_bytes(value, dtype))
        if options is not None:
            response.metadata.CopyFrom(metadata)
        return response

    record = record_of("session_run_log", request, "SessionRunResponse")
    return Job(run, arrays, answer, merges=False, record=record)


def _names(servable: Servable, request: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of tensors that are fed and fetched; aliases are looked up in the signature."""
    feeds, fetches = [one.name for one in request.feed], list(request.fetch)
    if request.tensor_name_is_alias:
        name = request.model_spec.signature_name or DEFAULT
        signature = servable.signatures.get(name)
        if signature is None:
            raise errors.FailedPreconditionError(None, None, f'Serving signature key "{name}" not found.')
        known = signature.definition
        for alias in feeds:
            if alias not in known.inputs:
                raise invalid(f"input tensor alias not found in signature: {alias}")
        for alias in fetches:
            if alias not in known.outputs:
                raise invalid(f"output tensor alias not found in signature: {alias}")
        feeds = [known.inputs[alias].name for alias in feeds]
        fetches = [known.outputs[alias].name for alias in fetches]
    if len(set(feeds)) != len(feeds):
        raise invalid("A tensor is fed twice")
    return tuple(feeds), tuple(fetches)


def _options(given: Any) -> Any:
    """What of a client's `RunOptions` is followed: tracing. None without; the time is looked at by the caller.

    The debugger's part names addresses that the server would write to.
    """
    if given.HasField("debug_options") and given.debug_options.ByteSize():
        raise invalid("RunOptions.debug_options are not taken by a server")
    if not given.trace_level and not given.output_partition_graphs:
        return None
    return protos.RunOptions(trace_level=given.trace_level, output_partition_graphs=given.output_partition_graphs)


class _Run(Prepared):
    """A run of tensors and operations by their names.

    Attributes:
      feeds: the tensors that are fed.
    """

    __slots__ = ("_fetches", "feeds")

    def __init__(self, function: Callable, feeds: list[Any], fetches: list[Any], types: list[Any]) -> None:
        super().__init__(function, (), types)
        self.feeds, self._fetches = feeds, fetches

    def traced(self, session: Any, options: Any, metadata: Any) -> Prepared:
        """The same, once, with what happens noted in `metadata`."""

        def function(*arrays: Any) -> Any:
            return session.run(self._fetches, dict(zip(self.feeds, arrays)), options=options, run_metadata=metadata)

        return Prepared(function, (), self.types)


def _prepared(servable: Servable, feeds: tuple[str, ...], fetches: tuple[str, ...], targets: tuple[str, ...]) -> _Run:
    runs, key = servable.runs, (feeds, fetches, targets)
    found = runs.get(key)
    if found is not None:
        return found
    graph = servable.session.graph

    def tensor(name: str, otherwise: str) -> Any:
        try:
            return graph.get_tensor_by_name(name if ":" in name else name + ":0")
        except (KeyError, ValueError, TypeError):
            raise errors.NotFoundError(None, None, otherwise) from None

    fed = [tensor(name, f"FeedInputs: unable to find feed output {name}") for name in feeds]
    got = [tensor(name, f"FetchOutputs node {name}: not found") for name in fetches]
    strangers, operations = [], []
    for name in targets:
        try:
            operations.append(graph.get_operation_by_name(name))
        except (KeyError, ValueError, TypeError):
            strangers.append(name)
    if strangers:
        text = f"PruneForTargets: Some target nodes not found: {' '.join(strangers)} "
        raise errors.NotFoundError(None, None, text)
    everything = [*got, *operations]
    function = servable.session.make_callable(everything, fed)
    if len(runs) >= _MOST_RUNS:
        runs.pop(next(iter(runs)), None)
    runs[key] = made = _Run(function, fed, everything, [one.dtype.base_dtype for one in got])
    return made
