"""`tf.contrib.eager.defun`."""

from penstock.autograph.functions import defun

__all__ = ["defun"]
