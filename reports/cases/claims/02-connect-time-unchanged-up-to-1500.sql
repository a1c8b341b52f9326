-- page: 5.2.1
-- statement: Up to a load of 1500 kb/s the connect time stays as it is without load, over all three systems.
--
-- Unchanged: within a tenth.
WITH counted AS (
    SELECT
        count(*) FILTER (are_alike(loaded, idle, slight_percent())) AS alike,
        count(*) FILTER (are_apart(loaded, idle, slight_percent())) AS apart,
        count(*) AS cases
    FROM twelve('steady', 'connect_time_or_end', 'flow1', all_systems(), 0, 0) AS idle
    JOIN twelve('steady', 'connect_time_or_end', 'flow1', all_systems(), 1, 1500) AS loaded
        USING (system, variant)
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    by_level('steady', 'connect_time_or_end', 'flow1', all_systems(), 0, 1500, 1)
        || ' s; within ' || readable(slight_percent()) || ' % of that without load: ' || alike_words(alike, apart, cases) AS evidence
FROM counted
