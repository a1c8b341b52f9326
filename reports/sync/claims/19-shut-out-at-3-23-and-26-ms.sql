-- page: 6.2.1
-- statement: At 3 and 26 ms the effect is extreme for Hybla, at 23 ms for NewReno.
--
-- Read so: it gets less than 10 %, as in other statements, by the interval of the mean over the
-- runs. The text gives the delays as examples.
WITH found AS (
    SELECT
        delay_ms, IF(delay_ms = 23, 'NewReno', 'Hybla') AS flow,
        list(IF(delay_ms = 23, 100 - share, share) ORDER BY seed) AS shares
    FROM shares_of_runs()
    WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
        AND delay_ms IN (3, 23, 26)
    GROUP BY delay_ms
), means AS (
    SELECT
        delay_ms, flow, list_avg(shares) AS share, len(shares) AS runs,
        mean_end(
            -1, len(shares), list_avg(shares), list_stddev_samp(shares), quantile, 0, 100
        ) AS low,
        mean_end(
            1, len(shares), list_avg(shares), list_stddev_samp(shares), quantile, 0, 100
        ) AS high
    FROM found LEFT JOIN student_t ON n = len(shares)
), counted AS (
    SELECT
        count(*) FILTER (high < 10) AS said, count(*) FILTER (low >= 10) AS against,
        count(*) AS cases, min(runs) AS runs,
        string_agg(
            flow || ' gets ' || short(share) || coalesce(' (' || span(low, high) || ')', '')
                || ' % at ' || short(delay_ms) || ' ms', ', ' ORDER BY delay_ms
        ) AS words
    FROM means
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || ', by ' || number_of(runs, 'run') || ' each; less than 10 %: '
        || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases = 3
