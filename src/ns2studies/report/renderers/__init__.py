"""The two renderers: Quarto, and the built-in one for machines without it."""
