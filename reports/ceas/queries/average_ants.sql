-- Our mean of Table 4.2's last row.
SELECT mean FROM estimates WHERE study = $study AND metric = 'average_ants'
