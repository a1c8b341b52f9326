"""The SQL that sets of results are compared with (``sql/``)."""

from nstrace.sql_files import SqlFiles

SQL = SqlFiles.beside(__file__)
