"""Debate formats as data: the schema of a format file, the bundled formats, and the timeline that one comes to."""
