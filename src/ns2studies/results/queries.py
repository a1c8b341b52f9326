"""The SQL that results are made of, and asked with (``sql/``)."""

from nstrace.sql_files import SqlFiles

SQL = SqlFiles.beside(__file__)
