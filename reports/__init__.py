"""The studies' rooms: ``reports/NAME.qmd`` is a study's page, ``reports/NAME/`` all behind it."""
