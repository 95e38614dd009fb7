"""The names of tf.linalg; the modules here are its linear operators, which stand for matrices without writing them out."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
