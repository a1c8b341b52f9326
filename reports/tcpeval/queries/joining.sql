-- Forward flows that start one after the other: how fairly they share once the last one has had half of
-- the time until the next, and how long that one took to four fifths of an equal share. In pieces of 5 s.
WITH rates AS (
    SELECT scenario, queueing, protocol, CAST(split_part(subject, ' ', 2) AS INTEGER) AS flow,
           CAST(floor(time_s / $every_s) AS INTEGER) AS stage, 5 * floor(time_s / 5) AS from_s,
           avg(throughput_bps) AS rate_bps
    FROM class_series JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set = 'convergence' AND traffic_class = 'forward'
    GROUP BY ALL
), shares AS (
    SELECT *, rate_bps / nullif(avg(rate_bps) OVER (PARTITION BY scenario, from_s), 0) AS share
    FROM rates WHERE flow <= stage + 1
), flows AS (
    SELECT scenario, queueing, protocol, stage, flow,
           avg(rate_bps) FILTER (from_s >= $every_s * (stage + 0.5)) AS settled_bps,
           min(from_s) FILTER (flow = stage + 1 AND share >= 0.8) - $every_s * stage + 5 AS reached_s
    FROM shares GROUP BY scenario, queueing, protocol, stage, flow
)
SELECT scenario, queueing, protocol, stage + 1 AS flows, sum(settled_bps) / 1e6 AS rate,
       sum(settled_bps) ** 2 / nullif(count(*) * sum(settled_bps ** 2), 0) AS fairness,
       max(reached_s) AS reached_s
FROM flows GROUP BY scenario, queueing, protocol, stage
ORDER BY queueing, protocol, flows
