"""How many bytes all unfinished requests of a server may have together.

Each of them has a limit of its own, but many clients could fill the memory with requests within it. Used on the server's event
loop only, so that nothing is locked.
"""

from __future__ import annotations


class Unfinished:
    """Counts the bytes of the requests that are being read, wait, or run.

    Args:
      most: how many they may be; a request that comes while there is no other may have more.
    """

    __slots__ = ("held", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0

    def room(self, own: int) -> int:
        """How many bytes a request that has `own` may still take."""
        return self.most - self.held if self.held > own else 1 << 62

    def add(self, size: int, own: int) -> bool:
        """Counts `size` more bytes for a request that has `own`; False if they are too many, and then does not."""
        if self.held + size > self.most and self.held > own:
            return False
        self.held += size
        return True

    def release(self, size: int) -> None:
        """The request that had `size` bytes is finished."""
        self.held -= size

    @property
    def text(self) -> str:
        """What a client is told whose request is refused."""
        return f"The requests that are not finished hold {self.held} bytes, and may hold {self.most}"
