-- page: 5.1
-- statement: With a variable delay of 15 ms two NewReno flows share the capacity about evenly.
-- about: Section 5.1 | Delay 15 ms | *
--
-- Read so: flow 1 gets 45 to 55 %, by the interval of the mean over the runs.
SELECT
    verdict_of_order(
        CAST(coalesce(low >= 45 AND high <= 55, false) AS INTEGER),
        CAST(coalesce(low > 55 OR high < 45, false) AS INTEGER), 1
    ) AS verdict,
    'flow 1 gets ' || share_words(share, low, high) || ' %, by ' || number_of(runs, 'run')
        AS evidence
FROM mean_shares('newreno', 10, '')
WHERE delay_ms = 15
