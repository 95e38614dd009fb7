"""How processes of a cluster talk to each other."""

__all__ = ["get_default_communication_protocol"]


def get_default_communication_protocol() -> str:
    """The protocol of servers that are not told another."""
    return "grpc"
