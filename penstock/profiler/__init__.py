"""`tf.profiler`: where the parameters, floating-point operations, time and memory of a model are.

`stats` holds what is known of each node (graph, operation log, run metadata), `views` arranges it by name scope, data flow,
operation type or Python code, `model_analyzer` is what users call.
"""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
