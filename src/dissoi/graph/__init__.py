"""LangGraph, and the only room that imports it: nodes from view to events, one routing function, one builder."""
