"""The commands: each module adds its options and, once chosen, does its work.

A module imports what is heavy only inside ``run``, so that help and errors are
there at once.
"""
