-- How much later than printed Reno's downloads with a timeout end, in words.
SELECT coalesce(printf('%.2f to %.2f s', min(ours - published), max(ours - published)),
    '(not run)')
FROM comparison JOIN scenarios USING (study, scenario)
WHERE study = $study AND item = 'Table 2' AND variant = 'reno' AND lost IN ('2', '5')
