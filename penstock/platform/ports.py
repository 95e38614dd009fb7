"""Ports of this machine that nobody listens at."""

from __future__ import annotations

import socket


def free_ports(count: int, host: str = "localhost") -> list[int]:
    """Free ports; all are held until the last is found, so that none comes twice."""
    held = [socket.create_server((host, 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    return ports
