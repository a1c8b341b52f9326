-- page: 5.1
-- statement: With 21 ms the flow of longer delay takes around 99 % and the other one around 1 %.
-- about: Section 5.1 | Delay 21 ms | *
--
-- Read so: flow 1 gets 98 % or more, by the interval of the mean over the runs.
SELECT
    verdict_of_order(
        CAST(coalesce(low >= 98, false) AS INTEGER), CAST(coalesce(high < 98, false) AS INTEGER), 1
    ) AS verdict,
    'flow 1 gets ' || share_words(share, low, high) || ' %, by ' || number_of(runs, 'run')
        AS evidence
FROM mean_shares('newreno', 10, '')
WHERE delay_ms = 21
