"""The loop of a recurrent network: `tensorflow.contrib.recurrent.python.ops.recurrent`."""

from penstock.contrib.functional_networks import Recurrent

__all__ = ["Recurrent"]
