"""The explorer: claims, printed values and estimates of all studies on one page, to be filtered."""
