-- page: 5.2.1
-- statement: Over CEAS SACK keeps its highest goodput up to a load of 1000 kb/s.
--
-- Within a tenth of that without load.
WITH counted AS (
    SELECT
        count(*) FILTER (are_alike(loaded, idle, slight_percent())) AS alike,
        count(*) FILTER (are_apart(loaded, idle, slight_percent())) AS apart,
        count(*) AS cases
    FROM twelve('steady', 'tcp_goodput', 'flow1 whole', ['CEAS'], 0, 0) AS idle
    JOIN twelve('steady', 'tcp_goodput', 'flow1 whole', ['CEAS'], 1, 1000) AS loaded
        USING (system, variant)
    WHERE variant = 'sack'
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    goodput_by_level('steady', ['CEAS'], 0, 1000) || '; SACK within ' || readable(slight_percent())
        || ' % of that without load: ' || alike_words(alike, apart, cases) AS evidence
FROM counted
