"""What pages with charts and tables are made of: those of reports on traces, and of studies.

It needs the libraries that ``pip install 'nstrace[report]'`` installs; nothing else of nstrace
imports it.
"""
