"""Compare two sets of results, study by study.

A set of results comes from the checkout's databases, an archive, the reference or another revision
(:mod:`ns2studies.compare.sources`). The comparison itself is SQL in ``sql/``; docs/statistics.md
defines when a measure has moved.
"""
