"""Databases of results: estimates, intervals, stopping rules, metadata, the reference."""

from nstrace.sql_files import SqlFiles

SQL = SqlFiles.beside(__file__)
"""Queries of the package (``sql/``)."""
