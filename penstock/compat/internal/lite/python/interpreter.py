"""`tensorflow.lite.python.interpreter`."""

from penstock.lite.experimental_names import load_delegate
from penstock.lite.interpreter import Interpreter

__all__ = ["Interpreter", "load_delegate"]
