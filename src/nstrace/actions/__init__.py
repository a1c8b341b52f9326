"""The implementation of each command of ``nstrace``, in a module of the same name.

A module is imported when its command runs, so that no command loads the libraries of others.
"""
