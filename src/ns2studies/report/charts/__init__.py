"""Charts and drawings as blocks of a page, and the titles that say what is seen in them."""
