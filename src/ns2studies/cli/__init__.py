"""The command line behind ``./reproduce``: one module per command, imported when it is called.

Each module has ``EXAMPLES``, ``add_arguments(parser)`` and ``run(arguments)``, which returns an
exit status. Its docstring is the text of ``./reproduce COMMAND --help``.
"""
