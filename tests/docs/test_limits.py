"""What the page about limits calls missing is missing, and says so when it is used."""

import re

import pytest

import penstock as tf
from tests.subprocesses import ROOT

PAGE = (ROOT / "docs" / "guide" / "limits.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("## Not there")[2].partition("\n## ")[0]
MISSING = [
    name for row in re.findall(r"^\| (.*?) \|", TABLE, re.MULTILINE) for name in re.findall(r"`tf\.([\w.]+)`", row)
]


def test_the_page_names_what_is_missing():
    assert len(MISSING) >= 5  # the table was found


@pytest.mark.parametrize("name", [name for name in MISSING if name != "load_op_library"])
def test_what_is_called_missing_is(name):
    value = tf
    with pytest.raises(AttributeError, match="is not in Penstock yet"):
        for part in name.split("."):
            value = getattr(value, part)
