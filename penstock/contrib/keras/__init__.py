"""`tf.contrib.keras`, where Keras was in 1.0 to 1.4: the modules of `tf.keras`."""

from typing import Any

from penstock import _namespace
from penstock._namespace import export_value

# As many as 1.15 had there.
_MODULES = """activations applications backend callbacks constraints datasets initializers layers losses metrics models optimizers
    preprocessing regularizers utils wrappers"""


def _module(name: str) -> Any:
    return export_value(_namespace.find(f"keras.{name}"), f"contrib.keras.{name}", f"contrib.keras.api.keras.{name}")


for _name in _MODULES.split():
    globals()[_name] = _module(_name)

__getattr__, __dir__ = _namespace.attach(__name__)
