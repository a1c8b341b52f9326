-- page: 5.1
-- statement: At 15 ms the flows fall into step: both meet the limit of the queue at the same time.
--
-- Read so: of all reductions of the windows once both flows send, most have one of the other flow within a
-- second, which is a round trip with a full queue. A window counts as reduced in a second in which it falls by a
-- quarter or more. By the interval over the runs.
WITH changes AS (
    SELECT
        seed, subject, time_s, min_cwnd_packets,
        lag(last_cwnd_packets) OVER (PARTITION BY seed, subject ORDER BY time_s) AS before
    FROM cwnd_series
    WHERE study = 'sync' AND scenario = 'newreno/10/15.0'
), reductions AS (
    SELECT seed, subject, time_s
    FROM changes
    WHERE time_s > 20 AND min_cwnd_packets <= 0.75 * before
), beside AS (
    SELECT one.seed, one.subject, one.time_s, count(other.time_s) > 0 AS is_near
    FROM reductions AS one
    LEFT JOIN reductions AS other
        ON other.seed = one.seed AND other.subject <> one.subject
        AND abs(other.time_s - one.time_s) <= 1
    GROUP BY ALL
), runs AS (
    SELECT
        seed, count(*) AS reductions, 100 * avg(CAST(is_near AS INTEGER)) AS together
    FROM beside
    GROUP BY seed
), found AS (
    SELECT
        interval_of(list(together ORDER BY seed), false) AS together, count(*) AS runs,
        sum(reductions) AS reductions
    FROM runs
)
SELECT
    CASE WHEN runs < fewest_runs() THEN 'undecided' ELSE verdict_of_order(
        CAST(together.low > 50 AS INTEGER), CAST(together.high < 50 AS INTEGER), 1
    ) END AS verdict,
    mean_words(together, 1) || ' % of ' || reductions || ' reductions of a window have one of the other flow within '
        || 'a second, in ' || number_of(runs, 'run') AS evidence
FROM found
WHERE runs > 0
