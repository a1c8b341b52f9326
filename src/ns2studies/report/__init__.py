"""Turn Quarto documents into self-contained pages.

In reading order:

1. ``document``: a ``.qmd`` and its options, checked before anything runs.
2. ``page``: the results while the document runs, and the queries behind its blocks.
3. ``blocks``, ``tables``, ``links``: output of cells.
4. ``charts``: charts and drawings with titles that state their findings.
5. ``pages``: contents of a study's page, the start page and the explorer.
6. ``renderers``: run the cells and write the page, with Quarto or without.
7. ``render``: make a page from a document and a database, and check it with ``check``.
"""
