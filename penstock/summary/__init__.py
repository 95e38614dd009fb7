"""Summaries: what TensorBoard shows of a run. The names of tf.summary are served from here."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
