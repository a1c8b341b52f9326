"""Contents of pages: a study's page, the start page, the explorer."""
