"""A request for a program: what is to be compiled, its name in the cache, and what is known of it already.

Imports nothing of JAX, so that what was refused before, or is compiled by another process, does not wait for that.
"""

from __future__ import annotations

import logging
from typing import Any

from penstock.platform import private_interfaces
from penstock.runtime.interpret.segment import Segment
from penstock.runtime.plan.replan import replan
from penstock.runtime.xla import cache, product
from penstock.runtime.xla.portable import Unportable, WrittenSource
from penstock.runtime.xla.product import Product, Refusal
from penstock.runtime.xla.source import source_of

_log = logging.getLogger("penstock")


class Request:
    """What is to be compiled for a segment and a signature of its inputs.

    Args:
      segment: with its plan and its policy.
      specs: for each input its value if that must be known, else something with its shape and type.
      signature: by which the policy knows them.
    """

    def __init__(self, segment: Segment, specs: list[Any], signature: Any) -> None:
        self.segment, self.specs, self.signature = segment, specs, signature
        self.source, self.donated = source_of(segment, specs)
        self.written: WrittenSource | None = None  # None if only this process can compile it
        self.key: str | None = None  # its name in the cache
        if private_interfaces.allowed("loaded_programs"):
            try:
                self.written = WrittenSource(self.source)
                self.key = cache.key_of(self.written.data)
            except Unportable as reason:
                _log.debug("a program is neither kept nor compiled elsewhere: %s", reason)

    def kept(self) -> Product | Refusal | None:
        """What the cache has; None if it has nothing."""
        programs = cache.programs()
        if programs is None or self.key is None:
            return None
        data = programs.get(self.key)
        if data is None:
            data = programs.get(self._key_of_all())
        try:
            return None if data is None else product.from_bytes(data)
        except (ValueError, TypeError) as error:  # of another version
            _log.debug("a program that was kept is not used: %s", error)
            return None

    def _key_of_all(self) -> str:
        """The name of what holds for all shapes: a value that the compiler must know is missing for the others, too."""
        assert self.written is not None
        return cache.key_of(b"all shapes" + self.written.outline())

    def keep(self, outcome: Product | Refusal) -> None:
        """Has the cache keep what the compiler has made."""
        programs = cache.programs()
        if programs is not None and self.key is not None:
            for_all = isinstance(outcome, Refusal) and outcome.needs is not None
            programs.put(self._key_of_all() if for_all else self.key, outcome.to_bytes())

    def refuse(self, refusal: Refusal) -> None:
        """Tells plan and policy that there can be no program."""
        if refusal.needs is not None and self.written is not None:
            place, number = refusal.needs
            tensor = self.written.operation(place)._inputs[number]
            inside = [self.written.operation(one) for one in refusal.inside]
            self.segment.plan.replacement = replan(self.segment.plan, tensor, inside)
        else:
            _log.debug("a segment stays interpreted: %s", refusal.reason)
        self.segment.policy.fail(self.signature)
