"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.estimator.canned.linear_sdca import LinearSDCA as LinearSDCA
from penstock.estimator.early_stopping import make_early_stopping_hook as make_early_stopping_hook
from penstock.estimator.early_stopping import stop_if_higher_hook as stop_if_higher_hook
from penstock.estimator.early_stopping import stop_if_lower_hook as stop_if_lower_hook
from penstock.estimator.early_stopping import stop_if_no_decrease_hook as stop_if_no_decrease_hook
from penstock.estimator.early_stopping import stop_if_no_increase_hook as stop_if_no_increase_hook
from penstock.estimator.in_memory_evaluation import InMemoryEvaluatorHook as InMemoryEvaluatorHook
from penstock.estimator.in_memory_evaluation import make_stop_at_checkpoint_step_hook as make_stop_at_checkpoint_step_hook
from penstock.estimator.receivers import build_raw_supervised_input_receiver_fn as build_raw_supervised_input_receiver_fn
from penstock.estimator.spec import call_logit_fn as call_logit_fn

__all__ = [
    "InMemoryEvaluatorHook",
    "LinearSDCA",
    "build_raw_supervised_input_receiver_fn",
    "call_logit_fn",
    "make_early_stopping_hook",
    "make_stop_at_checkpoint_step_hook",
    "stop_if_higher_hook",
    "stop_if_lower_hook",
    "stop_if_no_decrease_hook",
    "stop_if_no_increase_hook",
]
