"""Quarto documents to self-contained pages.

In reading order:

1. ``document``: a ``.qmd`` and its options, checked before anything runs.
2. ``page``: the results while the document runs, and the queries behind its blocks.
3. ``blocks``, ``tables``, ``links``: what cells hand to the page.
4. ``charts``: charts and drawings with titles that state their findings.
5. ``pages``: what a study's page, the start page and the explorer show.
6. ``renderers``: run the cells and write the page, with Quarto or without.
7. ``render``: from a document and a database to a page, which ``check`` lets pass.
"""
