-- page: 6.2.1
-- statement: Beyond 65 ms rho is too large for Hybla to work.
SELECT
    verdict_of(count(*) FILTER (share_1 < 10), count(*)) AS verdict,
    'Hybla gets less than 10 % at ' || count(*) FILTER (share_1 < 10) || ' of ' || count(*)
        || ' delays beyond 65 ms, half of them below ' || short(median(share_1)) || ' %'
        || coalesce('; more at ' || string_agg(short(delay_ms), ', ' ORDER BY delay_ms)
            FILTER (share_1 >= 10) || ' ms', '') AS evidence
FROM sync_sweeps
WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current' AND delay_ms > 65
HAVING count(*) > 0
