"""`SessionManager`: makes sessions whose variables are ready, restored from a checkpoint or initialized."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.graph import get_default_graph
from penstock.platform import logging
from penstock.runtime.session.session import Session
from penstock.train import checkpoint_management

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation, Tensor
    from penstock.train.saver import Saver


def _name_of(obj: object) -> str:
    if obj is None:
        return "None"
    return obj.name if hasattr(obj, "name") else f"<no name for {type(obj)}>"


@export("train.SessionManager")
class SessionManager:
    """Makes sessions and restores or initializes what is in them.

    Args:
      local_init_op: an operation that runs in every new session, such as the initializer of tables.
      ready_op: gives the names of what is not initialized; nothing is left to do when there are none.
      ready_for_local_init_op: the same, asked before `local_init_op` runs.
      graph: the graph; the default one if None.
      recovery_wait_secs: how long to wait before looking again whether a model is ready.
      local_init_run_options: `RunOptions` for `local_init_op`.

    Raises:
      ValueError: `ready_for_local_init_op` is given, `local_init_op` is not.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     manager = tf.train.SessionManager(ready_op=tf.report_uninitialized_variables())
    ...     with manager.prepare_session("", init_op=tf.global_variables_initializer()) as sess:
    ...         print(sess.run(v))
    1.0
    """

    def __init__(
        self,
        local_init_op: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        graph: Graph | None = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: Any = None,
    ) -> None:
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a local_init_op , ready_for_local_init_op "
                f"[{ready_for_local_init_op}]"
            )
        self._local_init_op = local_init_op
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._graph = get_default_graph() if graph is None else graph
        self._recovery_wait_secs = recovery_wait_secs
        self._target: str | None = None
        self._local_init_run_options = local_init_run_options

    def _new_session(self, master: str | None, config: object) -> Session:
        self._target = master
        return Session(master or "", graph=self._graph, config=config)

    def _restore_checkpoint(
        self,
        master: str | None,
        saver: Saver | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: object = None,
    ) -> tuple[Session, bool]:
        """A new session, and whether a checkpoint was restored in it."""
        sess = self._new_session(master, config)
        if checkpoint_dir and checkpoint_filename_with_path:
            raise ValueError("Can not provide both checkpoint_dir and checkpoint_filename_with_path.")
        if not saver or not (checkpoint_dir or checkpoint_filename_with_path):
            return sess, False
        if checkpoint_filename_with_path:
            try:
                saver.restore(sess, checkpoint_filename_with_path)
            except errors.NotFoundError as error:
                if error.message.endswith("No such file or directory"):  # 1.15 names only the folder
                    text = f"Checkpoint {checkpoint_filename_with_path} cannot be read: {error.message}"
                    raise errors.NotFoundError(error.node_def, error.op, text) from error
                raise
            return sess, True
        assert checkpoint_dir is not None
        waited: float = 0
        state = checkpoint_management.get_checkpoint_state(checkpoint_dir)
        while not state or not state.model_checkpoint_path:
            if not wait_for_checkpoint or waited >= max_wait_secs:
                return sess, False
            logging.info("Waiting for checkpoint to be available.")
            time.sleep(self._recovery_wait_secs)
            waited += self._recovery_wait_secs
            state = checkpoint_management.get_checkpoint_state(checkpoint_dir)
        saver.restore(sess, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return sess, True

    def prepare_session(
        self,
        master: str | None,
        init_op: Any = None,
        saver: Saver | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: object = None,
        init_feed_dict: Mapping | None = None,
        init_fn: Callable[[Any], Any] | None = None,
    ) -> Session:
        """Makes a session in which the model is ready: restored if there is a checkpoint, else initialized.

        Args:
          master: the target of the session.
          init_op: initializes the model if nothing was restored.
          saver: restores it.
          checkpoint_dir: where the latest checkpoint is taken from.
          checkpoint_filename_with_path: a checkpoint, instead of `checkpoint_dir`.
          wait_for_checkpoint: whether to wait for one.
          max_wait_secs: how long.
          config: a `ConfigProto`.
          init_feed_dict: what to feed to `init_op`.
          init_fn: called with the session after `init_op`.

        Raises:
          RuntimeError: the model is not ready after all that.
          ValueError: both `checkpoint_dir` and `checkpoint_filename_with_path` are given.
        """
        sess, restored = self._restore_checkpoint(
            master,
            saver,
            checkpoint_dir=checkpoint_dir,
            checkpoint_filename_with_path=checkpoint_filename_with_path,
            wait_for_checkpoint=wait_for_checkpoint,
            max_wait_secs=max_wait_secs,
            config=config,
        )
        if not restored:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError("Model is not initialized and no init_op or init_fn or local_init_op was given")
            if init_op is not None:
                sess.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(sess)
        done, why = self._try_run_local_init_op(sess)
        if not done:
            raise RuntimeError(
                f"Init operations did not make model ready for local_init.  Init op: {_name_of(init_op)}, "
                f"init fn: {init_fn}, error: {why}"
            )
        ready, why = self._model_ready(sess)
        if not ready:
            raise RuntimeError(
                f"Init operations did not make model ready.  Init op: {_name_of(init_op)}, init fn: {init_fn}, "
                f"local_init_op: {self._local_init_op}, error: {why}"
            )
        return sess

    def recover_session(
        self,
        master: str | None,
        saver: Saver | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: object = None,
    ) -> tuple[Session, bool]:
        """Makes a session and restores a checkpoint if there is one; the arguments are those of `prepare_session`.

        Returns:
          The session, and whether the model in it is ready.
        """
        sess, restored = self._restore_checkpoint(
            master,
            saver,
            checkpoint_dir=checkpoint_dir,
            checkpoint_filename_with_path=checkpoint_filename_with_path,
            wait_for_checkpoint=wait_for_checkpoint,
            max_wait_secs=max_wait_secs,
            config=config,
        )
        done, why = self._try_run_local_init_op(sess)
        if not restored:
            return sess, False
        source = checkpoint_dir or checkpoint_filename_with_path
        if not done:
            logging.info("Restoring model from %s did not make model ready for local init: %s", source, why)
            return sess, False
        ready, why = self._model_ready(sess)
        if not ready:
            logging.info("Restoring model from %s did not make model ready: %s", source, why)
            return sess, False
        logging.info("Restored model from %s", source)
        return sess, True

    def wait_for_session(
        self, master: str | None, config: object = None, max_wait_secs: float | None = float("Inf")
    ) -> Session:
        """Waits until somebody else (the chief, in a session with the same target) has made the model ready.

        Args:
          master: the target of the session.
          config: a `ConfigProto`.
          max_wait_secs: how long to wait; for ever by default.

        Raises:
          tf.errors.DeadlineExceededError: it was not ready in that time.
        """
        if max_wait_secs is None:
            max_wait_secs = float("Inf")
        deadline = time.monotonic() + max_wait_secs
        while True:
            sess = self._new_session(master, config)
            why = None
            done, why_local = self._try_run_local_init_op(sess)
            if done:
                ready, why = self._model_ready(sess)
                if ready:
                    return sess
            self._safe_close(sess)
            if max(0.0, deadline - time.monotonic()) - self._recovery_wait_secs < 0:
                text = f"Session was not ready after waiting {int(max_wait_secs)} secs."
                raise errors.DeadlineExceededError(None, None, text)
            logging.info(
                "Waiting for model to be ready.  Ready_for_local_init_op:  %s, ready: %s",
                why_local,
                why,
            )
            time.sleep(self._recovery_wait_secs)

    def _safe_close(self, sess: Session) -> None:
        try:
            sess.close()
        except Exception:  # noqa: BLE001 - it is thrown away
            pass

    def _model_ready(self, sess: Session) -> tuple[bool, str | None]:
        return _ready(self._ready_op, sess, "Model not ready")

    def _model_ready_for_local_init(self, sess: Session) -> tuple[bool, str | None]:
        return _ready(self._ready_for_local_init_op, sess, "Model not ready for local init")

    def _try_run_local_init_op(self, sess: Session) -> tuple[bool, str | None]:
        """Whether the local initialization is done, and why it is not."""
        if self._local_init_op is None:
            return True, None
        ready, why = self._model_ready_for_local_init(sess)
        if not ready:
            return False, why
        logging.info("Running local_init_op.")
        sess.run(self._local_init_op, options=self._local_init_run_options)
        logging.info("Done running local_init_op.")
        return True, None


def _ready(op: Operation | Tensor, sess: Session, msg: str) -> tuple[bool, str | None]:
    """Whether `op` gives no names (or, as in 0.x, no strings at all), and which it gives."""
    if op is None:
        return True, None
    try:
        names = sess.run(op)
    except errors.FailedPreconditionError as error:
        if "uninitialized" not in str(error):
            logging.warning("%s : error [%s]", msg, error)
            raise
        return False, str(error)
    if names is None or names.dtype == np.int32 or names.size == 0:
        return True, None
    return False, "Variables not initialized: " + ", ".join(name.decode("utf-8") for name in names)
