"""Models and their versions: which are wanted, which are loaded, which are let go, and which of them answers a request.

A version that is wanted is loaded and warmed up on a thread of its own; one that is not wanted any more goes on serving until
another one of its model is ready. What fails to load is reported, and does not touch what serves.
"""

from __future__ import annotations

import concurrent.futures
import ctypes
import gc
import os
import re
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from penstock.graph import errors
from penstock.platform import logging
from penstock.serving import configuration
from penstock.serving.monitoring import Metrics
from penstock.serving.servable import Servable
from penstock.serving.signatures import invalid

START, LOADING, AVAILABLE, UNLOADING, END = 10, 20, 30, 40, 50  # of ModelVersionStatus.State
_VERSION = re.compile(r"[0-9]+\Z")


class Version:
    """What is known of a version of a model."""

    __slots__ = ("error", "not_before", "number", "path", "servable", "state", "tries")

    def __init__(self, number: int, path: str) -> None:
        self.number = number
        self.path = path
        self.state = START
        self.error: errors.OpError | None = None
        self.servable: Servable | None = None
        self.tries = 0
        self.not_before = 0.0


class Model:
    """A model as it is configured, and its versions."""

    def __init__(self, config: Any) -> None:
        self.name = config.name
        self.config = config
        self.versions: dict[int, Version] = {}
        self.aspired: dict[int, str] = {}


class Manager:
    """All models of a server.

    Args:
      metrics: where loads are counted.
      load: loads a version: (name, number, path) → Servable.
      warm: called with a servable before it serves.
      poll_seconds: how often folders are looked at; 0 for once only.
      retries: how often a failed load is tried again.
      retry_seconds: how long to wait before that.
      threads: how many versions are loaded at a time.
      labels_ahead: whether a label may be given to a version that does not serve yet.
      lone: whether the folder of a model may be a SavedModel itself, its only version.
    """

    def __init__(
        self,
        metrics: Metrics,
        load: Callable[[str, int, str], Servable],
        warm: Callable[[Servable], None],
        poll_seconds: float = 1.0,
        retries: int = 5,
        retry_seconds: float = 60.0,
        threads: int = 1,
        labels_ahead: bool = False,
        lone: bool = False,
    ) -> None:
        self._metrics, self._load, self._warm = metrics, load, warm
        self._poll_seconds, self._retries, self._retry_seconds = poll_seconds, retries, retry_seconds
        self._labels_ahead, self._lone = labels_ahead, lone
        self._changed = threading.Condition()
        self._models: dict[str, Model] = {}
        self._serving: dict[str, tuple[Servable, dict[int, Servable]]] = {}  # replaced as a whole: read without a lock
        self._labels: dict[str, dict[str, int]] = {}
        self._pool = concurrent.futures.ThreadPoolExecutor(max(1, threads), thread_name_prefix="penstock-load")
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._poller: threading.Thread | None = None

    # -- what is served ---------------------------------------------------------------------------------------------

    def find(self, spec: Any) -> Servable:
        """The servable that a `ModelSpec` means, held for the caller, who releases it.

        Raises:
          tf.errors.NotFoundError: nothing like that is served.
          tf.errors.InvalidArgumentError: the spec names no model, or an unknown label.
        """
        name = spec.name
        while True:
            entry = self._serving.get(name)
            choice = spec.WhichOneof("version_choice")
            if choice is None:
                found = entry[0] if entry is not None else None
            else:
                if not name:
                    break
                number = spec.version.value if choice == "version" else self._labelled(name, spec.version_label)
                found = entry[1].get(number) if entry is not None else None
                if found is None:
                    raise errors.NotFoundError(
                        None, None, f"Servable not found for request: Specific({name}, {number})"
                    )
            if found is None:
                break
            if found.acquire():
                return found
        if not name:
            raise invalid("ModelSpec has no name specified.")
        raise errors.NotFoundError(None, None, f"Servable not found for request: Latest({name})")

    def _labelled(self, name: str, label: str) -> int:
        number = self._labels.get(name, {}).get(label)
        if number is None:
            raise invalid(f"Unrecognized servable version label: {label}")
        return number

    def status(self, spec: Any) -> list[Version]:
        """The versions that a `ModelSpec` means, whatever their state, the newest first.

        Raises:
          tf.errors.NotFoundError: there are none.
        """
        if not spec.name:
            raise invalid("ModelSpec has no name specified.")
        with self._changed:
            model = self._models.get(spec.name)
            known = dict(model.versions) if model is not None else {}
        choice = spec.WhichOneof("version_choice")
        if choice is not None:
            number = spec.version.value if choice == "version" else self._labelled(spec.name, spec.version_label)
            if number not in known:
                raise errors.NotFoundError(None, None, f"Could not find version {number} of model {spec.name}")
            return [known[number]]
        if not known:
            raise errors.NotFoundError(None, None, f"Could not find any versions of model {spec.name}")
        return [known[number] for number in sorted(known, reverse=True)]

    def models(self) -> dict[str, list[Version]]:
        """All models with all their versions."""
        with self._changed:
            return {n: [m.versions[v] for v in sorted(m.versions, reverse=True)] for n, m in self._models.items()}

    def wait_for_change(self, seconds: float) -> None:
        """Waits until a version changes its state, or so long."""
        with self._changed:
            self._changed.wait(seconds)

    def labels(self, name: str) -> dict[str, int]:
        """The labels of a model."""
        return dict(self._labels.get(name, {}))

    # -- configuration ----------------------------------------------------------------------------------------------

    def configure(self, config: Any, wait: float | None = 0.0) -> None:
        """Takes a `ModelServerConfig`: new models are loaded, those that are gone are let go.

        Args:
          wait: seconds to wait until every new model serves or has failed; None for as long as it takes.

        Raises:
          tf.errors.InvalidArgumentError: it is no configuration to go on with; then nothing has changed.
          tf.errors.FailedPreconditionError: a label is for a version that does not serve.
        """
        if config.WhichOneof("config") == "custom_model_config":
            raise invalid("Missing custom_model_config_loader in ServerCore Options")
        with self._changed:
            before = {name: configuration.platform_of(model.config) for name, model in self._models.items()}
            configuration.check_models(config, before)
            wanted = {model.name: model for model in config.model_config_list.config}
            fresh = [name for name in wanted if name not in self._models]
            for name, model in wanted.items():
                if name in self._models:
                    self._models[name].config = model
                else:
                    self._models[name] = Model(model)
            for name in self._models.keys() - wanted.keys():
                self._models[name].config = None
        self.poll_once()
        if fresh and wait != 0:
            self.wait_for(fresh, wait)
        self._take_labels(wanted)

    def _take_labels(self, wanted: dict[str, Any]) -> None:
        taken: dict[str, dict[str, int]] = {}
        for name, model in wanted.items():
            entry = self._serving.get(name)
            for label, number in model.version_labels.items():
                new = self._labels.get(name, {}).get(label) != number
                ahead = self._labels_ahead and label not in self._labels.get(name, {})
                if new and not ahead and (entry is None or number not in entry[1]):
                    raise errors.FailedPreconditionError(
                        None,
                        None,
                        f"Request to assign label to version {number} of model {name}, which is not currently "
                        "available for inference",
                    )
                taken.setdefault(name, {})[label] = number
        self._labels = taken

    def wait_for(self, names: Iterable[str], seconds: float | None = None) -> None:
        """Waits until each of the models serves.

        Raises:
          tf.errors.UnknownError: one of them has failed.
          tf.errors.DeadlineExceededError: it takes longer than `seconds`.
        """
        names = list(names)
        end = None if seconds is None else time.monotonic() + seconds

        def settled() -> bool:
            return self._stop.is_set() or all(self._settled(name) for name in names)

        with self._changed:
            while not settled():
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    raise errors.DeadlineExceededError(None, None, f"{', '.join(names)}: not loaded in time")
                self._changed.wait(1.0 if left is None else min(left, 1.0))
            failed = [
                (name, version)
                for name in names
                if name in self._models and name not in self._serving
                for version in self._models[name].versions.values()
                if version.error is not None
            ]
        if failed:
            told = ", ".join(f"{{{{name: {n} version: {v.number}}} due to error: {_told(v.error)}}}" for n, v in failed)
            raise errors.UnknownError(None, None, f"{len(failed)} servable(s) did not become available: {{{told}}}")

    def _settled(self, name: str) -> bool:
        model = self._models.get(name)
        if model is None:
            return True
        versions = [model.versions[n] for n in model.aspired if n in model.versions]
        return bool(versions) and all(v.state in (AVAILABLE, END) for v in versions)

    # -- folders ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begins to look at the folders again and again."""
        if self._poll_seconds > 0:
            self._poller = threading.Thread(target=self._poll, name="penstock-poll", daemon=True)
            self._poller.start()

    def _poll(self) -> None:
        while not self._stop.is_set():
            self._wake.wait(self._poll_seconds)
            self._wake.clear()
            if not self._stop.is_set():
                try:
                    self.poll_once()
                except Exception as error:  # the next look may do better
                    logging.error("Looking for versions failed: %s: %s", type(error).__name__, error)

    def poll_once(self) -> None:
        """Looks at all folders, and begins to load and to let go what follows from that."""
        with self._changed:
            models = list(self._models.values())
        for model in models:
            config = model.config
            if config is None:
                found: dict[int, str] | None = {}
            else:
                try:
                    found = aspired(config, self._lone)
                except errors.OpError as error:
                    logging.error(
                        "FileSystemStoragePathSource encountered a filesystem access error: %s", error.message
                    )
                    found = None
            with self._changed:
                if found is not None:
                    model.aspired = found
                self._advance(model)

    def _advance(self, model: Model) -> None:
        """Does the next steps for a model; the lock is held."""
        now = time.monotonic()
        for number, path in model.aspired.items():
            version = model.versions.get(number)
            if version is None or (version.state == END and version.error is None):
                version = model.versions[number] = Version(number, path)
            if version.state == START and version.not_before <= now:
                version.state = LOADING
                self._pool.submit(self._bring_up, model, version)
        ready = any(v.state == AVAILABLE for n, v in model.versions.items() if n in model.aspired)
        for number, version in list(model.versions.items()):
            if number in model.aspired:
                continue
            if version.state == AVAILABLE and (ready or not model.aspired):
                self._let_go(model, version)
            elif version.state in (START, END) and version.servable is None:
                if version.state == START or version.error is not None:
                    del model.versions[number]  # it was never served, and nobody asks for it any more
        if model.config is None and not any(v.state != END for v in model.versions.values()):
            self._models.pop(model.name, None)

    def _let_go(self, model: Model, version: Version) -> None:
        version.state = UNLOADING
        self._publish(model)
        leaving, version.servable = version.servable, None
        assert leaving is not None
        holder = [leaving]

        def end() -> None:
            servable = holder.pop()
            servable.retire()
            servable.closed.wait()
            graph = weakref.ref(servable.session.graph)
            del servable
            with self._changed:
                version.state = END
                self._changed.notify_all()
                if model.config is None:
                    self._advance(model)
            for pause in (0.01, 0.1, 1.0):  # the request that ended last may hold it for a moment yet
                time.sleep(pause)
                give_back()
                if graph() is None:
                    break

        threading.Thread(target=end, name="penstock-unload", daemon=True).start()

    def _publish(self, model: Model) -> None:
        """Makes known which versions answer; the lock is held."""
        ready = {n: v.servable for n, v in model.versions.items() if v.state == AVAILABLE and v.servable is not None}
        serving = dict(self._serving)
        if ready:
            serving[model.name] = (ready[max(ready)], ready)
        else:
            serving.pop(model.name, None)
        self._serving = serving
        self._changed.notify_all()

    def _bring_up(self, model: Model, version: Version) -> None:
        start = time.monotonic()
        version.tries += 1
        try:
            servable = self._load(model.name, version.number, version.path)
            try:
                self._warm(servable)
            except BaseException:
                servable.retire()
                raise
        except Exception as error:
            known = isinstance(error, errors.OpError)
            failure = error if known else errors.UnknownError(None, None, f"{type(error).__name__}: {error}")
            self._metrics.loaded(version.path, "fail", time.monotonic() - start)
            self._failed(model, version, failure)  # type: ignore[arg-type]
            return
        self._metrics.loaded(version.path, "success", time.monotonic() - start)
        with self._changed:
            version.servable, version.state, version.error = servable, AVAILABLE, None
            logging.info("Successfully loaded servable version {name: %s version: %d}", model.name, version.number)
            self._publish(model)
            if self._stop.is_set():
                servable.retire()
            else:
                self._advance(model)

    def _failed(self, model: Model, version: Version, error: errors.OpError) -> None:
        text = "Loading servable: {name: %s version: %d} failed: %s"
        logging.error(text, model.name, version.number, _told(error))
        with self._changed:
            if version.tries <= self._retries and version.number in model.aspired and not self._stop.is_set():
                version.state, version.not_before = START, time.monotonic() + self._retry_seconds
                timer = threading.Timer(self._retry_seconds, self._again, (model,))
                timer.daemon = True
                timer.start()
            else:
                version.state, version.error = END, error
            self._changed.notify_all()

    def _again(self, model: Model) -> None:
        with self._changed:
            if not self._stop.is_set():
                self._advance(model)

    # -- end --------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Lets all versions go and ends all threads."""
        self._stop.set()
        self._wake.set()
        with self._changed:
            servables = [v.servable for m in self._models.values() for v in m.versions.values() if v.servable]
            self._serving = {}
            self._changed.notify_all()
        for servable in servables:
            servable.retire()
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._poller is not None:
            self._poller.join(5)


def give_back() -> None:
    """Frees what a model left behind: a graph is a web of references, and the allocator keeps what it freed."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


def _told(error: Any) -> str:
    return f"{error.code_name if hasattr(error, 'code_name') else type(error).__name__}: {error.message}"


def single_version(path: str) -> bool:
    """Whether a folder is a SavedModel itself, not a folder of versions."""
    return any(os.path.isfile(os.path.join(path, f"saved_model.{end}")) for end in ("pb", "pbtxt"))


def aspired(config: Any, lone: bool = False) -> dict[int, str]:
    """The versions of a `ModelConfig` that ought to be served: number → folder.

    Args:
      config: the model.
      lone: whether its folder may be a SavedModel itself, which then is version 1.

    Only folders whose names are numbers count, and links that lead out of the model's folder do not.

    Raises:
      tf.errors.InvalidArgumentError: the folder of the model is not there.
    """
    base = config.base_path
    try:
        names = os.listdir(base)
    except OSError:
        raise invalid(f"Could not find base path {base} for servable {config.name}") from None
    found: dict[int, str] = {}
    if lone and single_version(base):
        return {1: base}
    for name in sorted(names):
        path = os.path.join(base, name)
        if _VERSION.match(name) and len(name) < 19 and os.path.isdir(path) and _inside(base, path):
            found[int(name)] = path
    policy = config.model_version_policy
    choice = policy.WhichOneof("policy_choice") or "latest"
    if choice == "all":
        chosen = sorted(found)
    elif choice == "specific":
        chosen = [n for n in policy.specific.versions if n in found]
    else:
        chosen = sorted(found)[-(policy.latest.num_versions or 1) :]
    return {number: found[number] for number in chosen}


def _inside(base: str, path: str) -> bool:
    """Whether a version's folder is in the model's folder, links followed."""
    root = os.path.realpath(base)
    return os.path.commonpath([root, os.path.realpath(path)]) == root
