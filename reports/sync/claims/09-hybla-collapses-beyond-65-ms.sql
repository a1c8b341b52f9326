-- page: 6.2.1
-- statement: Beyond 65 ms rho is too large for Hybla to work.
--
-- Cases are the delays: Hybla gets less than 10 %, by the interval of the mean over the runs.
SELECT
    verdict_of_order(
        count(*) FILTER (high < 10), count(*) FILTER (low >= 10), count(*)
    ) AS verdict,
    'Hybla gets less than 10 % beyond 65 ms: ' || order_words(
        count(*) FILTER (high < 10), count(*) FILTER (low >= 10), count(*)
    ) || '; at half of these delays less than ' || short(median(share)) || ' % on average'
        || coalesce('; more at ' || string_agg(
            short(delay_ms) || ' ms: ' || share_words(share, low, high) || ' %', ', '
            ORDER BY delay_ms
        ) FILTER (share >= 10), '') || '; by ' || number_of(min(runs), 'run') || ' each' AS evidence
FROM mean_shares('hybla', 10, 'current')
WHERE delay_ms > 65 AND delay_ms = round(delay_ms)
HAVING count(*) > 0
