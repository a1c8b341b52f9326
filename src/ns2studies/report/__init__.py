"""Reports: Quarto documents rendered to self-contained pages, and what they are made of."""
