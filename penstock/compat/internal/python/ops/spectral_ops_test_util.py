"""For tests of Fourier transforms: `tensorflow.python.ops.spectral_ops_test_util`."""

import contextlib

from penstock.graph.graph import get_default_graph

__all__ = ["fft_kernel_label_map"]


def fft_kernel_label_map() -> contextlib.AbstractContextManager[None]:
    """A context that asks for other kernels of the transforms where there are any; here there are none."""
    return get_default_graph()._kernel_label_map({})
