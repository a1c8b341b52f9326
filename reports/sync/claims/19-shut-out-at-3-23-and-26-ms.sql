-- page: 6.2.1
-- statement: At 3 and 26 ms the effect is extreme for Hybla, at 23 ms for NewReno.
--
-- Read so: it gets less than 10 %, as in other statements, by the interval of the mean over the
-- runs. The text gives the delays as examples.
WITH means AS (
    SELECT
        delay_ms, runs, IF(delay_ms = 23, 'NewReno', 'Hybla') AS flow,
        IF(delay_ms = 23, 100 - share, share) AS share,
        IF(delay_ms = 23, 100 - high, low) AS low,
        IF(delay_ms = 23, 100 - low, high) AS high
    FROM mean_shares('hybla', 10, 'current')
    WHERE delay_ms IN (3, 23, 26)
), counted AS (
    SELECT
        count(*) FILTER (high < 10) AS said, count(*) FILTER (low >= 10) AS against,
        count(*) AS cases, min(runs) AS runs,
        string_agg(
            flow || ' gets ' || share_words(share, low, high) || ' % at ' || short(delay_ms) || ' ms', ', ' ORDER BY delay_ms
        ) AS words
    FROM means
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || ', by ' || number_of(runs, 'run') || ' each; less than 10 %: '
        || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases = 3
