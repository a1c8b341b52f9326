-- page: 5.2.1
-- statement: Reno and SACK take about as long to connect.
--
-- Almost alike: within a tenth. A connection that never comes about counts with all of its time.
WITH counted AS (
    SELECT
        count(*) FILTER (are_alike(sack, reno, slight_percent())) AS alike,
        count(*) FILTER (are_apart(sack, reno, slight_percent())) AS apart,
        count(*) AS cases
    FROM twelve('steady', 'connect_time_or_end', 'flow1', all_systems(), 0, 5000) AS sack
    JOIN twelve('steady', 'connect_time_or_end', 'flow1', all_systems(), 0, 5000) AS reno
        USING (system, level)
    WHERE sack.variant = 'sack' AND reno.variant = 'reno'
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    by_level('steady', 'connect_time_or_end', 'flow1', all_systems(), 0, 5000, 1)
        || ' s; within ' || readable(slight_percent()) || ' %: ' || alike_words(alike, apart, cases) AS evidence
FROM counted
