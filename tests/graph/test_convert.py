"""What becomes a tensor, and how."""

import numpy as np
import pytest

import penstock as tf


@pytest.mark.parametrize("kind", [int, bool, float, np.float32, np.ndarray, (str, np.int64)])
def test_how_numbers_become_tensors_cannot_be_changed(kind):
    with pytest.raises(TypeError, match="Cannot register conversions for Python numeric types"):
        tf.register_tensor_conversion_function(kind, lambda value, dtype=None, name=None, as_ref=False: value)
