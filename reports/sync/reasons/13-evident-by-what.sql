-- reason: unprinted parameter
-- parameter: by what the report tells how evident the effect is
-- claims: 25-less-evident-with-hybla
-- words: The report compares two drawings that differ in capacity as well: with its stretches of 6 to 7 ms the curve of NewReno at 100 kb/s looks more regular than Hybla's, which swings with each 2 ms and is drawn in steps of 1 ms. By how far shares vary, and by how often a flow is starved, NewReno is less affected, at 100 kb/s by far and in Hybla's place slightly.
SELECT 'delays up to 65 ms at which a flow gets less than 10 % on average: ' || string_agg(
    name || ' ' || starved || ' of ' || delays, ', ' ORDER BY place
)
FROM (
    SELECT
        CASE scenario_set WHEN 'newreno' THEN 'NewReno at 100 kb/s'
            WHEN 'newreno-fast' THEN 'NewReno in Hybla''s place' ELSE 'Hybla' END AS name,
        CASE scenario_set WHEN 'newreno' THEN 1 WHEN 'newreno-fast' THEN 2 ELSE 3 END AS place,
        count(*) FILTER (least(share_1, 100 - share_1) < 10) AS starved,
        count(*) AS delays
    FROM sync_sweeps
    WHERE queue_packets = 10 AND delay_ms <= 65 AND (
        scenario_set IN ('newreno', 'newreno-fast')
        OR (scenario_set = 'hybla' AND level = 'current')
    )
    GROUP BY scenario_set
)
