"""The commands of ``./reproduce``, a module each."""
