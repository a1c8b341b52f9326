-- page: 7
-- statement: NewReno and Hybla hardly differ in performance.
--
-- Read so: in Hybla's place and with its capacity NewReno gets a share that is less than 5 points from
-- Hybla's. Cases are the delays, with the current and with the smoothed round trip time.
WITH pairs AS (
    SELECT 'current' AS algorithm, * FROM sweeps_apart('hybla', 'current', 'newreno-fast', '')
    UNION ALL
    SELECT 'smoothed', * FROM sweeps_apart('hybla', 'smoothed', 'newreno-fast', '')
), algorithms AS (
    SELECT
        algorithm,
        count(*) FILTER (lies_within(apart, 5)) AS alike,
        count(*) FILTER (lies_beyond(apart, 5)) AS other,
        count(*) AS cases,
        avg(share_of_one) FILTER (delay_ms <= 65) AS early,
        avg(share_of_other) FILTER (delay_ms <= 65) AS newreno_early,
        avg(share_of_one) FILTER (delay_ms > 65) AS late,
        avg(share_of_other) FILTER (delay_ms > 65) AS newreno_late
    FROM pairs GROUP BY algorithm
)
SELECT
    verdict_of_order(sum(alike), sum(other), sum(cases)) AS verdict,
    'less than 5 points apart: ' || string_agg(
        printf(
            'with the %s round trip time %s (on average Hybla gets %.3g %% up to 65 ms and %.3g %% '
                || 'beyond, NewReno %.3g and %.3g %%)', algorithm,
            alike_words(alike, other, cases), early, late, newreno_early, newreno_late
        ), '; ' ORDER BY algorithm
    ) AS evidence
FROM algorithms
HAVING count(*) > 0
