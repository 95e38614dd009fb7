"""A servable: one version of a model, loaded into a session of its own, with its signatures ready to run.

Requests hold it while they run; when it is let go, the last of them closes it.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterable
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph.graph import Graph
from penstock.runtime.session.session import Session
from penstock.saved_model import loader
from penstock.serving.signatures import Signature

# From this size on a variable is put, before the first request, where XLA's programs read it.
_LARGE = 1 << 20
_INIT_SIGNATURES = ("__saved_model_init_op", "__saved_model_train_op")


class Servable:
    """One version of a model.

    Args:
      name: of the model.
      version: its number.
      path: the folder of the SavedModel.
      tags: of the graph in it.
      config: a `ConfigProto` for the session, or None.

    Raises:
      tf.errors.OpError: it cannot be loaded.
    """

    def __init__(
        self, name: str, version: int, path: str, tags: Iterable[str] = ("serve",), config: Any = None
    ) -> None:
        self.name = name
        self.version = version
        self.path = path
        self._lock = threading.Lock()
        self._users = 0
        self._retired = False
        self.closed = threading.Event()
        self.runs: dict[Any, Any] = {}  # what clients of SessionRun have asked for
        self.batching: Any = None  # the parameters of its own, if it has a file with such
        self.session = Session(graph=Graph(), config=config)
        try:
            with self.session.graph.as_default():
                found = loader.load(self.session, list(tags), path)
        except errors.OpError:
            self.session.close()
            raise
        except OSError as error:
            self.session.close()
            raise errors.NotFoundError(None, None, f"Could not load SavedModel at {path}: {error}") from error
        except Exception as error:
            self.session.close()
            raise errors.UnknownError(None, None, f"{path}: {error}") from error
        _to_device(self.session)
        definitions = {key: value for key, value in found.signature_def.items() if key not in _INIT_SIGNATURES}
        self.signatures = {key: Signature(key, value, self.session) for key, value in definitions.items()}
        self.session.graph.finalize()  # a request never adds to it

    def acquire(self) -> bool:
        """Holds it for a request; False if it has been let go already."""
        with self._lock:
            if self._retired:
                return False
            self._users += 1
            return True

    def release(self) -> None:
        """Ends what `acquire` began."""
        with self._lock:
            self._users -= 1
            last = self._retired and not self._users
        if last:
            self._close()

    def retire(self) -> None:
        """Lets it go: requests that run finish, others do not begin; the last one closes the session."""
        with self._lock:
            if self._retired:
                return
            self._retired = True
            last = not self._users
        if last:
            self._close()

    def _close(self) -> None:
        self.session.close()
        self.signatures = {}
        self.runs = {}
        gc.unfreeze()  # the command keeps the models that it starts with from being looked at
        self.closed.set()

    @property
    def warmup_file(self) -> str:
        """Where requests for warming it up would be."""
        return os.path.join(self.path, "assets.extra", "tf_serving_warmup_requests")


def _to_device(session: Session) -> None:
    """Copies large variables to buffers of XLA's, as the first run of a program would do: for a gigabyte, that takes seconds."""
    variables = session._store.variables
    large = [key for key, value in variables.items() if type(value) is np.ndarray and value.nbytes >= _LARGE]
    if large:
        from penstock.runtime.xla import placement  # imports JAX

        placement.move(variables, large)
