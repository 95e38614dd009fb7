"""The package `keras` from PyPI, unchanged, on Penstock as its TensorFlow: the numbers that it has on TensorFlow 1.15.5.

`recorded_*.json` holds what `programs.py` printed there; its first lines say how it is recorded anew.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.keras.programs.test_keras_programs import differences

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
VERSIONS = ["2.2.4", "2.3.1"]


def installed(version):
    """The folder with this version of `keras` alone, filled by pip on first use; Penstock has all that it needs."""
    folder = ROOT / ".packages" / f"keras-{version}"
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        fresh = tempfile.mkdtemp(dir=folder.parent)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        done = subprocess.run(
            [*pip, "--no-deps", "--target", fresh, f"keras=={version}"], capture_output=True, text=True
        )
        if done.returncode:
            shutil.rmtree(fresh)
            answer = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
            answer(f"pip does not install keras=={version}: {done.stderr[-500:]}")
        os.rename(fresh, folder)
    return str(folder)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_package_trains_and_saves_with_the_numbers_of_1_15(version, tmp_path):
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([installed(version), str(ROOT)]))
    command = [sys.executable, "-m", "penstock.cli.main", "run", str(HERE / "programs.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    wanted = json.loads((HERE / f"recorded_{version}.json").read_text())
    assert list(found) == list(wanted)
    assert {k: differences(found[k], wanted[k])[:3] for k in wanted if differences(found[k], wanted[k])} == {}
