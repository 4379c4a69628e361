"""Measurements of Dissoi against its bars: ``python -m bench`` (or ``make bench``) rewrites ``RESULTS.md``.

Every figure is taken in a fresh process, several times; the best is held against the bar, because other work on the
machine can only make it worse, and the median is shown beside it. Not a test: a slow machine fails nothing.
"""
