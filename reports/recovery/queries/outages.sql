-- What disconnections do to a transfer, over all moments they may begin at.
WITH runs_of AS (
    SELECT outage_s, offset_s, variant,
        max(mean) FILTER (metric = 'response_time') AS response_s,
        max(mean) FILTER (metric = 'packets_retransmitted') AS again,
        coalesce(max(mean) FILTER (metric = 'least_cwnd_after_loss'), 'infinity') AS least
    FROM points
    WHERE study = $study AND scenario_set IN ('disconnections', 'outages') AND subject = 'flow1'
    GROUP BY ALL
)
SELECT coalesce(CAST(outage_s AS VARCHAR), '0.05, 0.1 and 0.2') AS down, variant,
       count(*) AS moments,
       arg_min(response_s, offset_s) AS ours, min(response_s) AS low, max(response_s) AS high,
       min(again) AS fewest, max(again) AS most,
       count(*) FILTER (least = 1) AS timeouts, count(*) FILTER (again = 0) AS untouched
FROM runs_of
GROUP BY runs_of.outage_s, variant ORDER BY runs_of.outage_s NULLS FIRST, place_of(variant)
