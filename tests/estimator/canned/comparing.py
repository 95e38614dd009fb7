"""Comparing nested results of the same program under Penstock and under the peer."""

import numpy as np


def equal(found, wanted, where="", rtol=2e-4):
    """Asserts that two nests have the same keys and values; floats up to `rtol`."""
    if isinstance(wanted, dict):
        assert sorted(map(str, found)) == sorted(map(str, wanted)), where
        for key in wanted:
            equal(found[key], wanted[key], f"{where}/{key}", rtol)
    elif isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted), where
        for number, (a, b) in enumerate(zip(found, wanted, strict=True)):
            equal(a, b, f"{where}/{number}", rtol)
    elif isinstance(wanted, (float, np.floating)) or (isinstance(wanted, np.ndarray) and wanted.dtype.kind == "f"):
        np.testing.assert_allclose(found, wanted, rtol=rtol, atol=2e-5, err_msg=where)
    elif isinstance(wanted, np.ndarray):
        assert np.shape(found) == wanted.shape and (found == wanted).all(), where
    else:
        assert found == wanted, where
