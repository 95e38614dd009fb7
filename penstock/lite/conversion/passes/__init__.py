"""Rewrites of a `Network`, each a function of the network and one of its operators that tells whether it changed something."""

from __future__ import annotations

from penstock.lite.conversion.network import Network, until_still
from penstock.lite.conversion.passes import fusing, lowering, recognizing, simplifying


def simplify(network: Network) -> None:
    """What does not depend on whether real numbers become integers: one vocabulary, nothing that does nothing."""
    until_still(
        network,
        lowering.rename,
        simplifying.remove_aliases,
        simplifying.remove_trivial,
        lowering.batch_normalization,
        lowering.reshapes,
        recognizing.l2_normalization,
        recognizing.prelu,
        recognizing.bounded,
        recognizing.dilated,
    )
    network.sweep()
    until_still(network, lowering.batched_products)
    until_still(network, lowering.products)
    network.sort()
    network.sweep()


def fuse(network: Network) -> None:
    """Biases, factors and activations as parts of the operators before them."""
    for op in list(network.ops):
        fusing.add_bias(network, op)
    until_still(network, fusing.before_reshape, fusing.into_preceding, fusing.activations, simplifying.remove_trivial)
    network.sweep()
    for op in list(network.ops):
        lowering.one_channel(network, op)
    network.sort()
    network.sweep()


# Operations that passes say in others.
OPERATIONS = simplifying.ALIASES | lowering.OPERATIONS
