"""The commands of ``./reproduce``, each in a module of its own."""
