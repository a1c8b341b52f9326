-- page: 59-60
-- statement: New Reno has the largest average congestion window at 1 % loss, Vegas from 2 % on; Tahoe has the smallest throughout.
WITH windows AS (
    SELECT scenario_set, packet_error_percent AS percent,
        arg_max(variant, mean) AS largest, arg_min(variant, mean) AS smallest
    FROM points
    WHERE study = 'mpls' AND metric = 'mean_cwnd_whole_buffers'
        AND scenario_set IN ('losses', 'losses-replayed')
    GROUP BY ALL
), judged AS (
    SELECT *,
        largest = CASE percent WHEN 1 THEN 'newreno' ELSE 'vegas' END
            AND smallest = 'tahoe' AS as_claimed
    FROM windows
)
SELECT
    verdict_of(count(*) FILTER (as_claimed), count(*)) AS verdict,
    'largest and smallest, ' || string_agg(
        CASE scenario_set WHEN 'losses' THEN 'mean of the replications' ELSE 'replayed' END
        || ' at ' || percent || ' %: ' || largest || ' and ' || smallest,
        '; ' ORDER BY scenario_set, percent) AS evidence
FROM judged
