"""Quarto runs this before it renders in this folder: a mistake ends it with document and line."""

import sys

from ns2studies.reporting.pre_render import check_documents

sys.exit(check_documents())
