"""The sections of the report: each names the cells it wants and works out its findings.

To add one, write a module with a ``Part`` and put it into ``ALL`` of
``app.evaluate.sections.listing``: whoever measures more of the same sounds (a speaker's
identity, clarity, naturalness) finds them in ``Lab.find(request).audio``.
"""
