"""``./reproduce compare``: what differs between two sets of results, study by study.

A set of results (:mod:`ns2studies.compare.sets`) is what a database, an archive, the reference or
the checkout of another revision has of each study. How two are compared is SQL in ``sql/``;
docs/statistics.md says what "moved" means.
"""
