"""The commands of ``./reproduce``: their words, what each does, and what it says."""
