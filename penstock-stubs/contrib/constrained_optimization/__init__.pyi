"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.constrained_optimization.candidates import find_best_candidate_distribution as find_best_candidate_distribution
from penstock.contrib.constrained_optimization.candidates import find_best_candidate_index as find_best_candidate_index
from penstock.contrib.constrained_optimization.constrained_optimizer import ConstrainedMinimizationProblem as ConstrainedMinimizationProblem
from penstock.contrib.constrained_optimization.constrained_optimizer import ConstrainedOptimizer as ConstrainedOptimizer
from penstock.contrib.constrained_optimization.external_regret_optimizer import AdditiveExternalRegretOptimizer as AdditiveExternalRegretOptimizer
from penstock.contrib.constrained_optimization.swap_regret_optimizer import AdditiveSwapRegretOptimizer as AdditiveSwapRegretOptimizer
from penstock.contrib.constrained_optimization.swap_regret_optimizer import MultiplicativeSwapRegretOptimizer as MultiplicativeSwapRegretOptimizer

__all__ = [
    "AdditiveExternalRegretOptimizer",
    "AdditiveSwapRegretOptimizer",
    "ConstrainedMinimizationProblem",
    "ConstrainedOptimizer",
    "MultiplicativeSwapRegretOptimizer",
    "find_best_candidate_distribution",
    "find_best_candidate_index",
]
