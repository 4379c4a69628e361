"""Roles: what is asked of a model for each part of a debate, and what its answer becomes. No LangGraph, no
providers."""
