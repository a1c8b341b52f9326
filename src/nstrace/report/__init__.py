"""Reports on traces: one self-contained page, with charts by Altair.

:mod:`nstrace.report.measuring` computes the data, :mod:`nstrace.report.drawing` draws the charts
and :mod:`nstrace.report.page` assembles the page. The libraries of the package's extra are needed.
"""
