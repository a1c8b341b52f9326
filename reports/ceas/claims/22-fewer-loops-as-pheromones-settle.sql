-- page: 4.3
-- statement: The loops become fewer as the pheromones settle.
--
-- Packets sent back in the first half of the time to stabilization, and in the second half.
WITH loops AS (
    SELECT
        scenario,
        sum(micro_loops) FILTER (after_s < settled_s / 2) AS early,
        coalesce(sum(micro_loops) FILTER (after_s >= settled_s / 2 AND after_s < settled_s), 0) AS late
    FROM micro_loop_series
    JOIN scenarios USING (study, scenario)
    JOIN (
        SELECT scenario, seed, value AS settled_s FROM metrics
        WHERE study = 'ceas' AND metric = 'stabilization_time' AND subject = '0-8 failure'
    ) USING (scenario, seed)
    WHERE study = 'ceas' AND scenario_set = 'failure' AND NOT previous_hop_memory
        AND subject = '0-8'
    GROUP BY scenario, seed
)
SELECT
    verdict_of_runs(count(*) FILTER (early > late), count(*)) AS verdict,
    'fewer packets are sent back in the second half of the time to stabilization than in the first '
        || 'in ' || count(*) FILTER (early > late) || ' of ' || count(*) || ' runs; in all '
        || sum(early) || ' and ' || sum(late) || ' packets' AS evidence
FROM loops
