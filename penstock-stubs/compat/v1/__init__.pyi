"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock import *
