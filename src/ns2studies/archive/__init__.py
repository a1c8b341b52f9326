"""Archives: all results and everything they were made from, in one ZIP file.

An archive is meant to be opened years from now, on a machine without a network and without
this program: pages, CSV, Parquet, plain text, and a list of digests that ``sha256sum -c``
reads.
"""
