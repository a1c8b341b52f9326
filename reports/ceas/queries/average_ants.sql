-- Our mean of Table 4.2's last row, with its interval and the number of seeds.
SELECT mean, ci_low, ci_high, n FROM estimates WHERE study = $study AND metric = 'average_ants'
