"""`tf.keras` of 1.15 in graph mode: layers, models and their training.

`engine/` has layers as such, networks and training; `backend/` what they are made of; the other folders are named as in 1.15.
"""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
