-- The round trip's propagation in the first network, in seconds.
SELECT coalesce(max(printf('%.3f',
    4 * CAST(parameters -> 'topology' -> 'links' -> 0 ->> 'delay_s' AS DOUBLE))), '(not run)')
FROM scenarios WHERE study = $study AND scenario_set = 'losses'
