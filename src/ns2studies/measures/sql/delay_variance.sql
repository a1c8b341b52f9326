-- title: Variance of the one-way delay
-- table: metrics
-- unit: s2
-- definition: Population variance of the delays of a flow's arrivals, as in mean_delay.
-- source: thesis section 3.4 and Tables 4.11 to 4.15, whose header calls it milliseconds; the digits are seconds squared
SELECT
    run_id,
    'flow' || flow AS subject,
    (packets_received * delay_square_sum_ns2 - CAST(delay_sum_ns AS HUGEINT) * delay_sum_ns)
    / (CAST(packets_received AS HUGEINT) * packets_received) / 1e18 AS value
FROM flow_totals
WHERE packets_received > 0
