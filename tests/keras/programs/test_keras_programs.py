"""Keras programs as people wrote them for 1.15, in `sources/`, give TensorFlow 1.15.5's weights, losses, names and texts.

Each file of `sources/` holds several programs and prints one JSON object; `recorded/` holds what it printed with
tensorflow==1.15.5 on Python 3.7 (with h5py 2.10 and PyYAML 5): `python3.7 sources/NAME.py > recorded/NAME.json`. Seeds are set,
so weights agree before the first step and losses step by step, up to the order of additions.
"""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
NAMES = sorted(f.stem for f in (HERE / "sources").glob("*.py") if f.stem != "common")
OPEN: dict[str, str] = json.loads((HERE / "open.json").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_keras_programs_report_what_1_15_reported(name, tmp_path):
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    command = [sys.executable, "-m", "penstock.cli.main", "run", str(HERE / "sources" / f"{name}.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    wanted = json.loads((HERE / "recorded" / f"{name}.json").read_text())
    assert list(found) == list(wanted)
    wrong = {k: differences(found[k], wanted[k]) for k in wanted}
    assert {k: v[:3] for k, v in wrong.items() if v and f"{name}.{k}" not in OPEN} == {}
    mended = [k for k, v in wrong.items() if not v and f"{name}.{k}" in OPEN]
    assert mended == [], "these are as in 1.15 now: take them off open.json"


def differences(found, wanted, where="", rtol=1e-4):
    """Where two reports differ: numbers with a fraction up to rounding, all else exactly."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        if sorted(found) != sorted(wanted):
            return [f"{where}: {sorted(found)} instead of {sorted(wanted)}"]
        return [d for k in wanted for d in differences(found[k], wanted[k], f"{where}.{k}", rtol)]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [
            d
            for i, (f, w) in enumerate(zip(found, wanted, strict=True))
            for d in differences(f, w, f"{where}[{i}]", rtol)
        ]
    if isinstance(wanted, float) and isinstance(found, int | float):
        close = math.isclose(found, wanted, rel_tol=rtol, abs_tol=2e-6) or (math.isnan(found) and math.isnan(wanted))
        return [] if close else [f"{where}: {found} instead of {wanted}"]
    return [] if found == wanted else [f"{where}: {str(found)[:300]} instead of {str(wanted)[:300]}"]
