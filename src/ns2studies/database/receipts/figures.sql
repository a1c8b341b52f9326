-- Each figure that a page shows, and where it stands in the text.
SELECT study, item, page
FROM figures
ORDER BY study, item;
