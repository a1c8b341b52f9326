-- Study and name of each printed cell and statement of some studies that differs for no given reason.
SELECT study, coalesce(claim, concat_ws(' | ', item, row, "column")) FROM reasons
WHERE reason IS NULL AND study IN $studies ORDER BY ALL
