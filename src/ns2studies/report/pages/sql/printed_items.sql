-- Everything that the text prints, with its place on the page.
SELECT item, page, kind, printed, place, left_out FROM printed_items WHERE study = $study
