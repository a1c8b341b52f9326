"""Evaluation of results: published values, claims, reasons, sensitivity, sample sizes."""

from nstrace.sql_files import SqlFiles

SQL = SqlFiles.beside(__file__)
"""Queries of the package (``sql/``)."""
