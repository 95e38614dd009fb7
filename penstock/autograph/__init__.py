"""AutoGraph: Python's `if`, `while` and `for` on tensors as operations of the graph.

The source-to-source compiler is that of the `diastatic-malt` package, which comes from TensorFlow; `operators` says what
its statements do with tensors, `conversion` converts functions, `detection` tells which need it.
"""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
