"""Numeric primitives: each a documented contract and its NumPy reference.

Kernels import nothing of ours. They take plain arrays and floats, state shapes
and units, and never keep state between calls.
"""
