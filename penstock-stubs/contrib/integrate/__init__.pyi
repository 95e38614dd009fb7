"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.integrate.odes import odeint as odeint
from penstock.contrib.integrate.odes import odeint_fixed as odeint_fixed

__all__ = [
    "odeint",
    "odeint_fixed",
]
