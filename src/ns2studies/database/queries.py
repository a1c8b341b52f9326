"""The SQL that databases are built and queried with (``sql/``)."""

from nstrace.sql_files import SqlFiles

SQL = SqlFiles.beside(__file__)
