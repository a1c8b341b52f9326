-- page: 6.2.4
-- statement: With RED the effect is gone from a queue of 13 packets on.
-- about: Section 6.2.4 | Least RED queue without synchronisation | Queue
--
-- The text looked at single runs, and so do we: each sweep has a least queue of its own.
WITH sweeps AS (
    SELECT
        count(*) AS number,
        string_agg(least, ', ' ORDER BY seed) AS words
    FROM sync_red_sweeps
)
SELECT
    CASE WHEN runs_then(number) < fewest_runs() THEN 'undecided'
        WHEN 13 BETWEEN round(prediction_low) AND round(prediction_high) THEN 'holds'
        ELSE 'does not hold' END AS verdict,
    'from which queue on no flow gets less than 10 % at any delay up to 65 ms: ' || words
        || ' packets, in ' || number_of(number, 'sweep') || ' of single runs' || coalesce(
            printf('; one more is expected between %.0f and %.0f',
                round(prediction_low), round(prediction_high)), ''
        ) AS evidence
FROM sweeps LEFT JOIN estimates ON study = 'sync' AND metric = 'least_red_queue'
WHERE number > 0
