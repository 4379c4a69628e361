"""Loopback providers for tests and benches: real HTTP, real wire formats, every fault on demand."""

from tests.wire.answer import Answer, Behaviour, Call
from tests.wire.server import Wire

__all__ = ["Answer", "Behaviour", "Call", "Wire"]
