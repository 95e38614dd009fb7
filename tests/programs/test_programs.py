"""Programs as people wrote them for 1.x, in `sources/`, run by `penstock run` and give TensorFlow 1.15.5's losses.

`recorded/` holds the last line that `python3.7 sources/NAME.py` printed with tensorflow==1.15.5: one JSON object. A program
takes its random numbers from seeds, so its losses agree step by step, up to the order of additions; what it calls `float64_...`
agrees to ten digits.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NAMES = sorted(f.stem for f in (HERE / "sources").glob("*.py"))


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("name", NAMES)
def test_a_program_gives_the_losses_of_1_15(name, tier, tmp_path):
    env = dict(os.environ, PYTHONPATH=str(ROOT), PENSTOCK_TIER=tier)
    command = [sys.executable, "-m", "penstock.cli.main", "run", str(HERE / "sources" / f"{name}.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    wanted = json.loads((HERE / "recorded" / f"{name}.json").read_text())
    assert list(found) == list(wanted)
    for key, value in wanted.items():
        if isinstance(value, float) or (isinstance(value, list) and isinstance(value[0], float)):
            rtol = 1e-10 if key.startswith("float64") else 2e-5
            np.testing.assert_allclose(found[key], value, rtol=rtol, err_msg=key)
        else:
            assert found[key] == value, key
