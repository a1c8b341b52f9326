-- page: 5.1
-- statement: Every 20 ms of variable delay there is a stretch of about 6 or 7 ms at which flow 2 drops far below its share.
-- Read so: it gets less than 40 %.
--
-- Cases are the stretches in their order: each is to be 6 to 7 ms wide and to begin 19 to 21 ms after
-- the one before, by intervals over sweeps of single runs, all of which are to have it.
WITH sweeps AS (
    SELECT count(DISTINCT seed) AS number FROM sync_run_sweeps
    WHERE scenario_set = 'newreno' AND queue_packets = 10
), stretches AS (
    SELECT
        place, avg(first_ms) AS first_ms, avg(last_ms) AS last_ms, count(*) AS having_it,
        interval_of(list(width_ms - 6.5 ORDER BY seed), false) AS width,
        interval_of(list(coalesce(after_ms, 20) - 20 ORDER BY seed), false) AS apart
    FROM sync_stretches
    WHERE scenario_set = 'newreno' AND seed IS NOT NULL
    GROUP BY place
), counted AS (
    SELECT
        count(*) AS cases,
        count(*) FILTER (
            having_it = number AND lies_within(width, 0.5) AND lies_within(apart, 1)
        ) AS alike,
        count(*) FILTER (lies_beyond(width, 0.5) OR lies_beyond(apart, 1)) AS other,
        string_agg(
            short(first_ms) || ' to ' || short(last_ms) || ' ms ('
                || mean_words({
                    mean: width.mean + 6.5, low: width.low + 6.5, high: width.high + 6.5
                }, 1) || ' ms)', ', ' ORDER BY place
        ) AS words
    FROM stretches, sweeps
)
SELECT
    CASE WHEN cases > 0 THEN verdict_of_order(alike, other, cases)
        WHEN number < fewest_runs() THEN 'undecided'
        ELSE 'refuted' END AS verdict,
    'flow 2 is below 40 % at ' || coalesce(words, 'no delay') || ', by '
        || number_of(number, 'sweep') || ' of single runs: as said '
        || alike_words(alike, other, cases) AS evidence
FROM counted, sweeps
WHERE newreno_at_each_ms()
