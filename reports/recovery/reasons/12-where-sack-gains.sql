-- reason: unprinted parameter
-- parameter: which packets are lost, and when the link goes down
-- claims: 20-sack-best-overall
-- words: SACK gains where some packets of a window are lost, and that is what the text speaks of most. Where one packet is lost, or all of them, there is nothing to gain, and a burst that is lost in part can leave it behind. What the text lost is not printed.
SELECT 'SACK faster than both others, and slower than one: ' || string_agg(
    what || printf(' %d and %d of %d', faster, slower, downloads), ', ' ORDER BY what
)
FROM (
    SELECT
        CASE scenario_set WHEN 'outages' THEN 'link down once' WHEN 'disconnections' THEN 'link down three times' WHEN 'moments' THEN 'all packets lost'
            ELSE CASE lost WHEN '0' THEN 'none' WHEN 'all' THEN 'all packets' ELSE lost END
                || ' lost' END AS what,
        count(*) AS downloads,
        count(*) FILTER (sack < best_other - 0.001) AS faster,
        count(*) FILTER (sack > best_other + 0.001) AS slower
    FROM (
        SELECT scenario_set, lost,
            max(mean) FILTER (variant = 'sack') AS sack,
            min(mean) FILTER (variant <> 'sack') AS best_other
        FROM points JOIN (SELECT study, scenario, parameters FROM scenarios) USING (study, scenario)
        WHERE study = 'recovery' AND metric = 'response_time' AND subject = 'flow1' AND choice IS NULL
            AND after_slow_start(first_packet, parameters)
            AND coalesce(from_s > slow_start_ends_s(), true)
        GROUP BY scenario_set, lost, first_packet, spacing, from_s, outage_s, offset_s
    )
    GROUP BY what
)
