"""The explorer: claims, published values and estimates of all studies on one page, with filters."""
