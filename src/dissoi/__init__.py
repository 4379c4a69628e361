"""Dissoi: a debate engine for AI models and people."""
