"""`googletest`: absltest with the names that 1.15 added."""

from typing import Any

from absl.testing import absltest
from absl.testing.absltest import (
    FLAGS,
    SkipTest,
    TempFileCleanup,
    TestLoader,
    expectedFailure,
    expectedFailureIf,
    get_default_test_srcdir,
    get_default_test_tmpdir,
    print_python_version,
    run_tests,
    skip,
    skipIf,
    skipThisClass,
    skipUnless,
)
from absl.testing.absltest import main as absltest_main

__all__ = [
    "FLAGS",
    "SkipTest",
    "StatefulSessionAvailable",
    "TempFileCleanup",
    "TestLoader",
    "absltest_main",
    "expectedFailure",
    "expectedFailureIf",
    "g_main",
    "get_default_test_srcdir",
    "get_default_test_tmpdir",
    "print_python_version",
    "run_tests",
    "skip",
    "skipIf",
    "skipThisClass",
    "skipUnless",
]


def g_main(argv: list[str]) -> Any:
    """Runs the tests of the program's file, or the part of them that `TEST_SHARD_INDEX` says."""
    return absltest.main(argv=argv)


def StatefulSessionAvailable() -> bool:  # noqa: N802
    """False, as in 1.15."""
    return False
