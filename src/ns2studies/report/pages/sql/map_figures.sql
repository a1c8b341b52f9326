-- Figures of the text that the page shows.
SELECT item, page FROM figures WHERE study = $study
