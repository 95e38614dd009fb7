"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.opt.decay import AdamWOptimizer as AdamWOptimizer
from penstock.contrib.opt.decay import DecoupledWeightDecayExtension as DecoupledWeightDecayExtension
from penstock.contrib.opt.decay import MomentumWOptimizer as MomentumWOptimizer
from penstock.contrib.opt.decay import extend_with_decoupled_weight_decay as extend_with_decoupled_weight_decay
from penstock.contrib.opt.external_optimizer import ExternalOptimizerInterface as ExternalOptimizerInterface
from penstock.contrib.opt.external_optimizer import ScipyOptimizerInterface as ScipyOptimizerInterface
from penstock.contrib.opt.global_step_adam import AdamGSOptimizer as AdamGSOptimizer
from penstock.contrib.opt.global_step_adam import LazyAdamGSOptimizer as LazyAdamGSOptimizer
from penstock.contrib.opt.model_average import ModelAverageCustomGetter as ModelAverageCustomGetter
from penstock.contrib.opt.model_average import ModelAverageOptimizer as ModelAverageOptimizer
from penstock.contrib.opt.preconditioned import GGTOptimizer as GGTOptimizer
from penstock.contrib.opt.preconditioned import ShampooOptimizer as ShampooOptimizer
from penstock.contrib.opt.steps import AdaMaxOptimizer as AdaMaxOptimizer
from penstock.contrib.opt.steps import AddSignOptimizer as AddSignOptimizer
from penstock.contrib.opt.steps import LARSOptimizer as LARSOptimizer
from penstock.contrib.opt.steps import LazyAdamOptimizer as LazyAdamOptimizer
from penstock.contrib.opt.steps import NadamOptimizer as NadamOptimizer
from penstock.contrib.opt.steps import PowerSignOptimizer as PowerSignOptimizer
from penstock.contrib.opt.steps import RegAdagradOptimizer as RegAdagradOptimizer
from penstock.contrib.opt.workers import AGNCustomGetter as AGNCustomGetter
from penstock.contrib.opt.workers import AGNOptimizer as AGNOptimizer
from penstock.contrib.opt.workers import ElasticAverageCustomGetter as ElasticAverageCustomGetter
from penstock.contrib.opt.workers import ElasticAverageOptimizer as ElasticAverageOptimizer
from penstock.contrib.opt.wrappers import DropStaleGradientOptimizer as DropStaleGradientOptimizer
from penstock.contrib.opt.wrappers import MovingAverageOptimizer as MovingAverageOptimizer
from penstock.contrib.opt.wrappers import MultitaskOptimizerWrapper as MultitaskOptimizerWrapper
from penstock.contrib.opt.wrappers import VariableClippingOptimizer as VariableClippingOptimizer
from penstock.contrib.opt.wrappers import clip_gradients_by_global_norm as clip_gradients_by_global_norm

__all__ = [
    "AGNCustomGetter",
    "AGNOptimizer",
    "AdaMaxOptimizer",
    "AdamGSOptimizer",
    "AdamWOptimizer",
    "AddSignOptimizer",
    "DecoupledWeightDecayExtension",
    "DropStaleGradientOptimizer",
    "ElasticAverageCustomGetter",
    "ElasticAverageOptimizer",
    "ExternalOptimizerInterface",
    "GGTOptimizer",
    "LARSOptimizer",
    "LazyAdamGSOptimizer",
    "LazyAdamOptimizer",
    "ModelAverageCustomGetter",
    "ModelAverageOptimizer",
    "MomentumWOptimizer",
    "MovingAverageOptimizer",
    "MultitaskOptimizerWrapper",
    "NadamOptimizer",
    "PowerSignOptimizer",
    "RegAdagradOptimizer",
    "ScipyOptimizerInterface",
    "ShampooOptimizer",
    "VariableClippingOptimizer",
    "clip_gradients_by_global_norm",
    "extend_with_decoupled_weight_decay",
]
