-- page: 4.3
-- statement: TCP takes about as long to its full rate in all three phases of stabilization: at the start, after the failure, after the restoration.
--
-- Alike: within a factor of two.
WITH times AS (
    SELECT ant_rate, variant, mean, low, high, 1 AS phase
    FROM chosen('start', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL)
    UNION ALL
    SELECT ant_rate, variant, mean, low, high, 2
    FROM chosen('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL)
    UNION ALL
    SELECT ant_rate, variant, mean, low, high, 3
    FROM chosen('failure', 'tcp_time_to_full_rate', 'flow1 restoration', false, NULL)
), counted AS (
    SELECT
        count(*) FILTER (largest <= 2 * least AND sharp) AS alike,
        count(*) FILTER (largest > 2 * least AND largest_low > least_high) AS apart,
        count(*) AS cases
    FROM (
        SELECT min(mean) AS least, max(mean) AS largest, max(low) AS largest_low,
            min(high) AS least_high, bool_and(is_sharp(low, high, mean)) AS sharp
        FROM times GROUP BY ant_rate, variant HAVING count(*) = 3
    )
)
SELECT
    verdict_of_alike(alike, apart, cases) AS verdict,
    'start ' || by_rate('start', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL, 1)
        || ' s, failure (from resuming on) '
        || by_rate('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL, 1)
        || ' s, restoration '
        || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 restoration', false, NULL, 1)
        || ' s; within a factor of two: ' || alike_words(alike, apart, cases) AS evidence
FROM counted
