-- Packets sent again each second while links fail, in pieces of 10 s of the first run, with 1000
-- kb/s of background.
SELECT system_of(routing, previous_hop_memory) AS system, 10 * (time_s // 10) AS time_s,
       sum(retransmitted_packets) / 10 AS rate
FROM tcp_series JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set IN ('twelve', 'twelve-baseline') AND event = 'failures'
    AND background_kbps = 1000 AND variant = $variant AND seed = 1
    AND NOT coalesce(previous_hop_memory, false)
GROUP BY ALL ORDER BY system, time_s
