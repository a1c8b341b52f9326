-- title: One-way delay by packet
-- table: delay_series
-- unit: s
-- definition: Mean and largest delay of the packets that arrive, by 20 sequence numbers.
-- source: thesis Figures 4.3 and 4.8
SELECT
    run_id,
    'flow' || flow AS subject,
    sequence // 20 * 20 AS packet,
    sum(delay_ns) / count(*) / 1e9 AS mean_delay_s,
    max(delay_ns) / 1e9 AS max_delay_s
FROM received
GROUP BY run_id, flow, sequence // 20
