-- page: 6.2.1
-- statement: It is the large rho that cripples Hybla at a certain point.
--
-- Cases are the delays beyond 65 ms at which Hybla was run with a fixed rho of 1, 2 and 3.5. It is rho if
-- Hybla gets 10 % or more with 1, which is NewReno's growth, and less than 10 % with 3.5, by the interval of the
-- mean; it is something else if it gets less than 10 % with 1 as well, or more with 3.5.
WITH means AS (
    SELECT delay_ms, share, low, high, 1.0 AS rho FROM mean_shares('hybla-rho', 10, 'current/1.0')
    UNION ALL
    SELECT delay_ms, share, low, high, 2.0 FROM mean_shares('hybla-rho', 10, 'current/2.0')
    UNION ALL
    SELECT delay_ms, share, low, high, 3.5 FROM mean_shares('hybla-rho', 10, 'current/3.5')
), cases AS (
    SELECT
        delay_ms,
        min(low) FILTER (rho = 1) >= 10 AND max(high) FILTER (rho = 3.5) < 10 AS said,
        max(high) FILTER (rho = 1) < 10 OR min(low) FILTER (rho = 3.5) >= 10 AS against
    FROM means WHERE delay_ms > 65 GROUP BY delay_ms
), words AS (
    SELECT string_agg(words, '; ' ORDER BY rho) AS shares
    FROM (
        SELECT
            rho, 'with a rho of ' || short(rho) || ' Hybla gets ' || span(min(share), max(share))
                || ' %, at half of the delays less than ' || short(median(share)) || ' %' AS words
        FROM means WHERE delay_ms > 65 GROUP BY rho
    )
)
SELECT
    verdict_of_order(count(*) FILTER (said), count(*) FILTER (against), count(*)) AS verdict,
    'beyond 65 ms, ' || any_value(shares) || '; 10 % or more with 1 and less with 3.5: ' || order_words(
        count(*) FILTER (said), count(*) FILTER (against), count(*)
    ) AS evidence
FROM cases, words
HAVING count(*) > 0
