"""Charts and drawings as blocks of a page, with titles that state their findings."""
