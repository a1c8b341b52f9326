"""A report on traces: one page that needs nothing else, with charts by Altair.

What it shows is measured by :mod:`nstrace.report.measuring`, drawn by :mod:`nstrace.report.drawing`
and put together by :mod:`nstrace.report.page`. It needs the libraries of the package's extra.
"""
