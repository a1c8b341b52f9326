-- page: 6.3
-- statement: None of Hybla's ways to take the round trip time keeps the flows out of step.
SELECT
    verdict_of(count(*) FILTER (starved > 0), count(*)) AS verdict,
    'delays up to 65 ms at which a flow gets less than 10 %: ' || string_agg(
        level || ' ' || starved || ' of ' || delays, ', ' ORDER BY level
    ) AS evidence
FROM (
    SELECT
        level,
        count(*) FILTER (least(share_1, 100 - share_1) < 10) AS starved,
        count(*) AS delays
    FROM sync_sweeps
    WHERE scenario_set IN ('hybla', 'hybla-minimum') AND queue_packets = 10 AND delay_ms <= 65
    GROUP BY level
)
HAVING count(*) > 0
