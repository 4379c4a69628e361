"""Minds: the port that agents know, the adapters that implement it, and the gateway that every call goes through."""
