"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.learn.head_base import Head as Head
from penstock.contrib.learn.heads import binary_svm_head as binary_svm_head
from penstock.contrib.learn.heads import loss_only_head as loss_only_head
from penstock.contrib.learn.heads import multi_class_head as multi_class_head
from penstock.contrib.learn.heads import multi_head as multi_head
from penstock.contrib.learn.heads import multi_label_head as multi_label_head
from penstock.contrib.learn.heads import no_op_train_fn as no_op_train_fn
from penstock.contrib.learn.heads import poisson_regression_head as poisson_regression_head
from penstock.contrib.learn.heads import regression_head as regression_head

__all__ = [
    "Head",
    "binary_svm_head",
    "loss_only_head",
    "multi_class_head",
    "multi_head",
    "multi_label_head",
    "no_op_train_fn",
    "poisson_regression_head",
    "regression_head",
]
