"""Archives: results and everything they were made from, as a Workflow Run RO-Crate in a ZIP file.

An archive is meant to be opened years from now, on a machine without a network and without
this program. It holds pages, CSV, Parquet and plain text, with metadata and checksums in
standard formats.
"""
