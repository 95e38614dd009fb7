"""What type checkers and editors read for `import tensorflow`: a stub package that says where Penstock has each name.

`penstock enable` writes it beside its package `tensorflow`. Public namespaces hold what Penstock's do (`penstock-stubs`);
modules inside of 1.x, as `tensorflow.python.framework.ops`, are there, with anything in them.
"""

from __future__ import annotations

from penstock import _namespace
from penstock.compat._modules import MIRRORED, SHELLS
from penstock.compat.inside import ALIASES, PB2

_ANYTHING = "from typing import Any\n\ndef __getattr__(name: str) -> Any: ...\n"


def files(mark: str) -> dict[str, str]:
    """The files of the stub package and their texts.

    Args:
      mark: a sentence that each of them begins with.
    """
    texts = {space: f"from {f'penstock.{space}'.rstrip('.')} import *\n" for space in _namespace._table()[1]}
    texts |= {"": "from penstock import *\n", "raw_ops": "from penstock.raw_ops import *\n"}
    for module, ours in ALIASES.items():
        texts.setdefault(module, f"from {ours} import *\n")
    for module in (*MIRRORED, *SHELLS, *PB2, *ALIASES):
        while module:  # and the packages that it is in
            texts.setdefault(module, _ANYTHING)
            module = module.rpartition(".")[0]
    found = {f"{m.replace('.', '/')}/__init__.pyi".lstrip("/"): f'"""{mark}"""\n\n{t}' for m, t in texts.items()}
    return {"py.typed": "partial\n", **dict(sorted(found.items()))}
