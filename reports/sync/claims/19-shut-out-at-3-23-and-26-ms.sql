-- page: 6.2.1
-- statement: At 3 and 26 ms the effect is extreme for Hybla, at 23 ms for NewReno.
-- Read so: it gets less than 10 %, as in other statements. The text gives the delays as examples.
SELECT
    verdict_of(count(*) FILTER (share < 10), count(*)) AS verdict,
    string_agg(
        flow || ' gets ' || short(share) || ' % at ' || short(delay_ms) || ' ms', ', '
        ORDER BY delay_ms
    ) || '; less than 10 % is asked for' AS evidence
FROM (
    SELECT
        delay_ms,
        CASE delay_ms WHEN 23 THEN 'NewReno' ELSE 'Hybla' END AS flow,
        CASE delay_ms WHEN 23 THEN 100 - share_1 ELSE share_1 END AS share
    FROM sync_sweeps
    WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
        AND delay_ms IN (3, 23, 26)
)
HAVING count(*) = 3
