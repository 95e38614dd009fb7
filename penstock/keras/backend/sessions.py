"""What Keras keeps for each graph: the session, the learning phase, the counters of names, the variables to initialize.

Keras runs in the default session if there is one, else in one of its own that follows the default graph. Before a
session is given out, the variables that Keras made in its graph and that have no value yet are initialized.
"""

from __future__ import annotations

import collections
import contextlib
import threading
import time
import weakref
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import replication
from penstock.graph.graph import Graph
from penstock.graph.typing import SessionLike

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy


_sessions = threading.local()
# Session → the strategy that it was made for.
_made_for: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
# Graph → a placeholder, or 0 or 1 where the phase was set.
_learning_phases: weakref.WeakKeyDictionary[Graph, Any] = weakref.WeakKeyDictionary()
# Graph → {id: reference}: variables that may still have to be initialized, in the order in which they were made.
_waiting: weakref.WeakKeyDictionary[Graph, dict[int, weakref.ref]] = weakref.WeakKeyDictionary()
# Graph → optimizers of tf.train whose variables Keras initializes.
_tf_optimizers: weakref.WeakKeyDictionary[Graph, weakref.WeakSet] = weakref.WeakKeyDictionary()
PER_GRAPH_OBJECT_NAME_UIDS: weakref.WeakKeyDictionary[Graph, collections.defaultdict] = weakref.WeakKeyDictionary()
_manual_initialization = False


def get_graph() -> Graph:
    """The graph that Keras builds in: the default graph."""
    return tf.get_default_graph()


# -- names ------------------------------------------------------------------------------------------------------------


def get_default_graph_uid_map() -> collections.defaultdict:
    """The counters of names in the default graph."""
    graph = get_graph()
    found = PER_GRAPH_OBJECT_NAME_UIDS.get(graph)
    if found is None:
        found = PER_GRAPH_OBJECT_NAME_UIDS[graph] = collections.defaultdict(int)
    return found


@export("keras.backend.get_uid")
def get_uid(prefix: str = "") -> int:
    """Counts how often it was called with `prefix` in the default graph.

    >>> from penstock.keras import backend as K
    >>> K.get_uid("dense"), K.get_uid("dense"), K.get_uid("conv")
    (1, 2, 1)
    """
    counters = get_default_graph_uid_map()
    counters[prefix] += 1
    return counters[prefix]


@export("keras.backend.reset_uids")
def reset_uids() -> None:
    """Lets all counters of names start anew.

    >>> from penstock.keras import backend as K
    >>> K.get_uid("dense"), K.reset_uids(), K.get_uid("dense")
    (1, None, 1)
    """
    PER_GRAPH_OBJECT_NAME_UIDS.clear()


def unique_object_name(
    name: str,
    name_uid_map: Any = None,
    avoid_names: Iterable[str] | None = None,
    namespace: str = "",
    zero_based: bool = False,
) -> str:
    """`name` with a number, so that no other object of the graph has it.

    Args:
      name: the beginning of the name.
      name_uid_map: counters; those of the default graph by default.
      avoid_names: names that are not to be used.
      namespace: names of different namespaces may be equal.
      zero_based: whether the first one has no number.
    """
    counters = get_default_graph_uid_map() if name_uid_map is None else name_uid_map
    avoided = () if avoid_names is None else avoid_names
    key = (namespace, name)
    while True:
        number = counters[key]
        counters[key] += 1
        if zero_based:
            proposed = f"{name}_{number}" if number else name
        else:
            proposed = f"{name}_{number + 1}"
        if proposed not in avoided:
            return proposed


# -- the learning phase -----------------------------------------------------------------------------------------------


def symbolic_learning_phase() -> Any:
    """The learning phase of the default graph: its placeholder, or what was set."""
    graph = get_graph()
    found = _learning_phases.get(graph)
    if found is None:
        with graph.as_default(), tf.name_scope(""):
            found = tf.placeholder_with_default(False, shape=(), name="keras_learning_phase")
        _learning_phases[graph] = found
    return found


@export("keras.backend.learning_phase")
def learning_phase() -> Any:
    """Whether a graph trains (1) or predicts (0): a tensor that is fed, or the number that was set.

    >>> import penstock as tf
    >>> phase = tf.keras.backend.learning_phase()
    >>> phase.name, tf.Session().run(phase)
    ('keras_learning_phase:0', np.False_)
    """
    with tf.init_scope():
        return symbolic_learning_phase()


def global_learning_phase_is_set() -> bool:
    """Whether `set_learning_phase` was called outside of graphs, which are all there is here."""
    return False


@export("keras.backend.set_learning_phase")
def set_learning_phase(value: int) -> None:
    """Fixes the learning phase of the default graph.

    Args:
      value: 0 for predicting, 1 for training.

    Raises:
      ValueError: it is neither.

    >>> from penstock.keras import backend as K
    >>> K.set_learning_phase(1)
    >>> K.learning_phase()
    1
    """
    if value not in {0, 1}:
        raise ValueError("Expected learning phase to be 0 or 1.")
    with tf.init_scope():
        _learning_phases[get_graph()] = value


@export("keras.backend.learning_phase_scope")
@contextlib.contextmanager
def learning_phase_scope(value: int) -> Iterator[None]:
    """Fixes the learning phase within a `with` block.

    >>> from penstock.keras import backend as K
    >>> with K.learning_phase_scope(1):
    ...     K.learning_phase()
    1
    """
    if value not in {0, 1}:
        raise ValueError("Expected learning phase to be 0 or 1.")
    with tf.init_scope():
        before = _learning_phases.get(get_graph())
    try:
        set_learning_phase(value)
        yield
    finally:
        with tf.init_scope():
            graph = get_graph()
            if before is not None:
                _learning_phases[graph] = before
            else:
                _learning_phases.pop(graph, None)


# -- variables --------------------------------------------------------------------------------------------------------


def track_variable(v: Any) -> None:
    """Lets Keras initialize a variable when it needs a session."""
    graph = v.graph if hasattr(v, "graph") else get_graph()
    waiting = _waiting.get(graph)
    if waiting is None:
        waiting = _waiting[graph] = {}
    waiting[id(v)] = weakref.ref(v)


def track_tf_optimizer(tf_optimizer: Any) -> None:
    """Lets Keras initialize the variables of an optimizer that has one of `tf.train` as `optimizer`."""
    _tf_optimizers.setdefault(get_graph(), weakref.WeakSet()).add(tf_optimizer)


def _initialize_variables(session: SessionLike) -> None:
    graph = get_graph()
    for optimizer in _tf_optimizers.get(graph, ()):
        for v in optimizer.optimizer.variables():
            if not getattr(v, "_keras_initialized", False):
                track_variable(v)
    waiting = _waiting.get(graph)
    if not waiting:
        return
    _waiting[graph] = {}
    candidates = [v for v in (reference() for reference in waiting.values()) if v is not None]
    candidates = [v for v in candidates if not getattr(v, "_keras_initialized", False)]
    if not candidates:
        return
    flags = session.run([tf.is_variable_initialized(v) for v in candidates])
    for v in candidates:
        v._keras_initialized = True
    without = [v for v, flag in zip(candidates, flags) if not flag]
    if without:
        session.run(tf.variables_initializer(without))
    restore_what_is_new()


def restore_later(status: Any, session: SessionLike) -> None:
    """Has variables that layers of the default graph make from now on take their values from a checkpoint.

    Args:
      status: what `tf.train.Checkpoint.restore` returned.
      session: the session in which they are restored.
    """
    waiting = get_graph().__dict__.setdefault("_keras_restores", [])
    waiting.append((status, session))


def restore_what_is_new() -> None:
    """Restores variables that were made after the weights of their model had been loaded."""
    waiting = get_graph().__dict__.get("_keras_restores")
    if waiting:
        waiting[:] = [(status, session) for status, session in waiting if not status.restore_what_is_new(session)]


@export("keras.backend.manual_variable_initialization")
def manual_variable_initialization(value: bool) -> None:
    """Says whether the user initializes variables himself; otherwise Keras does so before it uses them.

    >>> import penstock as tf
    >>> K = tf.keras.backend
    >>> K.manual_variable_initialization(True)
    >>> v = K.variable(3.0)
    >>> try:
    ...     K.get_value(v)
    ... except tf.errors.FailedPreconditionError:
    ...     print("not initialized")
    not initialized
    >>> K.manual_variable_initialization(False)
    >>> K.get_value(v)
    np.float32(3.0)
    """
    global _manual_initialization
    _manual_initialization = value


# -- sessions ---------------------------------------------------------------------------------------------------------


def get_default_session_config() -> Any:
    """The configuration of sessions that Keras makes."""
    return tf.ConfigProto(allow_soft_placement=True)


def _graph_of(op_input_list: Iterable[Any]) -> Graph:
    """The graph of the first tensor in a list; the default graph without one."""
    graph, op_input_list = get_graph(), list(op_input_list)
    for element in op_input_list:
        if getattr(element, "_is_read_for_its_graph", False):
            element._as_graph_element()  # makes what 1.15's workers make: all must have as many collective operations
    for element in op_input_list:
        found = getattr(element, "graph", None)
        if isinstance(found, Graph):
            return found
    return graph


def current_session(op_input_list: Iterable[Any] = ()) -> Any:
    """The session that Keras uses, as it is."""
    default = tf.get_default_session()
    if default is not None:
        return default
    session = getattr(_sessions, "session", None)
    if session is None or session.graph is not _graph_of(op_input_list):
        within = replication.current()
        if within is not None:
            create_distributed_session(within.strategy)
            return _sessions.session
        session = _sessions.session = tf.Session(config=get_default_session_config())
    return session


@export("keras.backend.get_session")
def get_session(op_input_list: Any = ()) -> Any:
    """The session that Keras uses, with its variables initialized: the default one, or one of its own.

    Args:
      op_input_list: tensors whose graph is meant; the default graph without.

    >>> from penstock.keras import backend as K
    >>> v = K.variable([1.0, 2.0])
    >>> K.get_session().run(v)
    array([1., 2.], dtype=float32)
    """
    session = current_session(op_input_list)
    if not _manual_initialization:
        graph = session.graph
        if graph is tf.get_default_graph():
            _initialize_variables(session)
        else:
            with graph.as_default():
                _initialize_variables(session)
    return session


@export("keras.backend.set_session")
def set_session(session: SessionLike) -> None:
    """Lets Keras use `session` in this thread.

    >>> import penstock as tf
    >>> session = tf.Session()
    >>> tf.keras.backend.set_session(session)
    >>> tf.keras.backend.get_session() is session
    True
    """
    _sessions.session = session


@export("keras.backend.clear_session")
def clear_session() -> None:
    """Starts anew: with an empty default graph, names that begin with 1, and another session.

    Raises:
      AssertionError: inside of a `with graph.as_default()` block.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.keras.backend.clear_session()
    Traceback (most recent call last):
    AssertionError: Do not use tf.reset_default_graph() to clear nested graphs.
    """
    tf.reset_default_graph()
    reset_uids()
    _sessions.session = None
    _learning_phases.clear()
    graph = get_graph()
    _waiting.pop(graph, None)
    _tf_optimizers.pop(graph, None)
    symbolic_learning_phase()


def create_distributed_session(strategy: Strategy) -> None:
    """Makes the session that a strategy needs Keras' own: configured for it, on the server of a worker if there is one.

    The configuration of Keras' session until now counts too, and the values of variables are kept.
    """

    def create(_: Any) -> None:
        from penstock.train import worker_context

        config, target = get_default_session_config(), ""
        before = getattr(_sessions, "session", None)
        if before is not None and before._config is not None:
            config.MergeFrom(before._config)
        task = worker_context.current()
        if task is not None:
            merged = task.session_config
            merged.MergeFrom(config)
            config, target = merged, task.master_target
        else:
            strategy.configure(config)
        if before is None or before.graph is not get_graph() or _made_for.get(before) is not strategy:
            made = tf.Session(target, config=config)
            _made_for[made] = strategy
            if before is not None and before.graph is made.graph:
                _carry_over(before, made)
            set_session(made)

    if strategy._in_multi_worker_mode():
        from penstock.distribute import coordinator

        mode = coordinator.CoordinatorMode.INDEPENDENT_WORKER
        coordinator.run_distribute_coordinator(create, strategy, mode=mode)
    else:
        create(strategy)


def _carry_over(before: Any, after: Any) -> None:
    """Copies the values of Keras' variables to another session; they would be lost otherwise, as they are in 1.15."""
    known = [v for v in tf.global_variables() if getattr(v, "_keras_initialized", False)]
    for v, value in zip(known, before.run(known) if known else ()):
        v.load(value, after)


def wait_for_variables(session: SessionLike) -> None:
    """Waits until another worker has given the variables that Keras made their values."""
    candidates = [v for v in (reference() for reference in _waiting.get(get_graph(), {}).values()) if v is not None]
    candidates = [v for v in candidates if not getattr(v, "_keras_initialized", False)]
    if not candidates:
        return
    flags = [tf.is_variable_initialized(v) for v in candidates]
    while not all(session.run(flags)):
        time.sleep(0.05)
    for v in candidates:
        v._keras_initialized = True


# -- devices ----------------------------------------------------------------------------------------------------------


def has_nchw_support() -> bool:
    """Whether convolutions with channels first are computed as they are, which needs a GPU."""
    return False
