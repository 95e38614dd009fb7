"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.losses.candidate_sampling import all_candidate_sampler as all_candidate_sampler
from penstock.ops.losses.candidate_sampling import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from penstock.ops.random.functions import categorical as categorical
from penstock.ops.random.functions import multinomial as multinomial
from penstock.ops.random.functions import random_gamma as gamma
from penstock.ops.random.functions import random_normal as normal
from penstock.ops.random.functions import random_poisson as poisson
from penstock.ops.random.functions import random_shuffle as shuffle
from penstock.ops.random.functions import random_uniform as uniform
from penstock.ops.random.functions import stateless_categorical as stateless_categorical
from penstock.ops.random.functions import stateless_multinomial as stateless_multinomial
from penstock.ops.random.functions import stateless_random_normal as stateless_normal
from penstock.ops.random.functions import stateless_random_uniform as stateless_uniform
from penstock.ops.random.functions import stateless_truncated_normal as stateless_truncated_normal
from penstock.ops.random.functions import truncated_normal as truncated_normal
from penstock.ops.random.seed import get_seed as get_seed
from penstock.ops.random.seed import set_random_seed as set_random_seed
from . import experimental as experimental
from builtins import bool as _bool
from builtins import int as _int
from builtins import str as _str
from builtins import tuple as _tuple
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.losses.candidate_sampling import TensorLike as _TensorLike

def learned_unigram_candidate_sampler(true_classes: _TensorLike, num_true: _int, num_sampled: _int, unique: _bool, range_max: _int, seed: _int | None = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Samples classes as often as they were true ones in training so far."""
def log_uniform_candidate_sampler(true_classes: _TensorLike, num_true: _int, num_sampled: _int, unique: _bool, range_max: _int, seed: _int | None = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Samples classes by a Zipfian distribution, frequent ones first."""
def uniform_candidate_sampler(true_classes: _TensorLike, num_true: _int, num_sampled: _int, unique: _bool, range_max: _int, seed: _int | None = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Samples classes with equal probabilities."""

__all__ = [
    "all_candidate_sampler",
    "categorical",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "gamma",
    "get_seed",
    "learned_unigram_candidate_sampler",
    "log_uniform_candidate_sampler",
    "multinomial",
    "normal",
    "poisson",
    "set_random_seed",
    "shuffle",
    "stateless_categorical",
    "stateless_multinomial",
    "stateless_normal",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
    "uniform_candidate_sampler",
]
