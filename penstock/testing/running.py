"""How a file of tests is run: `tf.test.main`, the folder for temporary files, and attributes replaced for a while."""

from __future__ import annotations

import atexit
import inspect
import os
import shutil
import sys
import tempfile
from typing import Any
from unittest import mock as _mock

from penstock._namespace import export, export_value
from penstock.util import tf_decorator

mock = export_value(_mock, "test.mock")
_folder = ""


@export("test.main")
def main(argv: list[str] | None = None) -> None:
    """Runs the tests of the program's file, or its benchmarks if it was started with `--benchmarks=<pattern>`.

    Args:
      argv: the command line; `sys.argv` by default.

    Raises:
      SystemExit: always, with whether all tests passed.

    >>> import penstock as tf
    >>> if __name__ == "__main__" and "a file of tests" == "this one":
    ...     tf.test.main()
    """
    from absl.testing import absltest

    from penstock.platform import app
    from penstock.testing import benchmark

    arguments = sys.argv if argv is None else argv
    asked = [a for a in sys.argv if a.startswith(("--benchmarks=", "-benchmarks="))]
    if asked:
        sys.argv.remove(asked[0])
        app.run(lambda _: benchmark.run_matching(asked[0].partition("=")[2]), argv=sys.argv)
    app.run(lambda rest: absltest.main(argv=rest), argv=arguments)


@export("test.get_temp_dir")
def get_temp_dir() -> str:
    """Returns a folder for files of tests, the same for the whole process; it is removed at the end.

    It lies in `$TEST_TMPDIR` if that is set.

    >>> import os
    >>> import penstock as tf
    >>> os.path.isdir(tf.test.get_temp_dir())
    True
    """
    global _folder
    if not _folder:
        prefix = os.environ.get("TEST_TMPDIR")
        if not prefix:
            program = os.path.basename(inspect.stack()[-1].filename).removesuffix(".py")
            prefix = os.path.join(tempfile.gettempdir(), program)
        _folder = tempfile.mkdtemp(prefix=prefix)
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    return _folder


@export("test.test_src_dir_path")
def test_src_dir_path(relative_path: str) -> str:
    """Returns the path of a source file for tests that run below `$TEST_SRCDIR`.

    >>> import os
    >>> import penstock as tf
    >>> os.environ["TEST_SRCDIR"] = "/src"
    >>> tf.test.test_src_dir_path("core")
    '/src/org_tensorflow/tensorflow/core'
    """
    return os.path.join(os.environ["TEST_SRCDIR"], "org_tensorflow/tensorflow", relative_path)


@export("test.StubOutForTesting")
class StubOutForTesting:
    """Replaces attributes of modules, classes and objects, and puts the old ones back.

    >>> import math
    >>> import penstock as tf
    >>> with tf.test.StubOutForTesting() as stubs:
    ...     stubs.Set(math, "tau", 6)
    ...     math.tau
    6
    >>> round(math.tau, 2)
    6.28
    """

    def __init__(self) -> None:
        self.cache: list[tuple[Any, Any, str]] = []
        self.stubs: list[tuple[Any, str, Any]] = []

    def __del__(self) -> None:
        self.CleanUp()

    def __enter__(self) -> StubOutForTesting:
        return self

    def __exit__(self, *unused: Any) -> None:
        self.CleanUp()

    def CleanUp(self) -> None:
        """Undoes everything."""
        self.SmartUnsetAll()
        self.UnsetAll()

    def SmartSet(self, obj: object, attr_name: str, new_attr: Any) -> None:
        """Replaces an attribute where it is defined: for an object, in its class, unless the object has it itself.

        Raises:
          AttributeError: there is no such attribute.
        """
        _, obj = tf_decorator.unwrap(obj)
        own = inspect.ismodule(obj) or (not inspect.isclass(obj) and attr_name in vars(obj))
        # As 1.15 did, the class itself gets the new attribute even if a base defines it.
        owner = obj if own or inspect.isclass(obj) else type(obj)
        if not hasattr(obj, attr_name):
            raise AttributeError("Attribute not found.")
        self.stubs.append((owner, attr_name, _kept(owner, attr_name)))
        setattr(owner, attr_name, new_attr)

    def SmartUnsetAll(self) -> None:
        """Undoes all `SmartSet`s."""
        for owner, name, old in reversed(self.stubs):
            setattr(owner, name, old)
        self.stubs = []

    def Set(self, parent: Any, child_name: str, new_child: Any) -> None:
        """Replaces an attribute of `parent` itself."""
        self.cache.append((parent, _kept(parent, child_name), child_name))
        setattr(parent, child_name, new_child)

    def UnsetAll(self) -> None:
        """Undoes all `Set`s."""
        for parent, old, name in reversed(self.cache):
            setattr(parent, name, old)
        self.cache = []


def _kept(owner: Any, name: str) -> Any:
    """The attribute in the form in which it can be set again: `getattr` makes a static method a plain function."""
    value = getattr(owner, name)
    return staticmethod(value) if isinstance(vars(owner).get(name), staticmethod) else value


GetTempDir = get_temp_dir  # its name in `tensorflow.python.platform.googletest`
