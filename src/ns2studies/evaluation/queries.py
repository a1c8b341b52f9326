"""The SQL that results are evaluated with (``sql/``)."""

from nstrace.sql_files import SqlFiles

SQL = SqlFiles.beside(__file__)
