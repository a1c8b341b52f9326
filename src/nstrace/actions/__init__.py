"""What each command of ``nstrace`` does: a module of its name for each.

They are imported when they are called, so that nobody waits for the libraries of the others.
"""
