-- title: Variance of the delay since the first sending
-- subject: delay
-- table: metrics
-- unit: s2
-- range: from 0
-- definition: Population variance of the delays of a flow's arrivals, as in mean_delay. A single arrival has none.
-- source: M. Kazmi's thesis (study mpls), section 3.4 and Tables 4.11 to 4.15, whose header calls it milliseconds; the digits are seconds squared
-- needs: tcp_totals
SELECT
    run_id,
    subject,
    (packets_received * delay_square_sum_ns2 - CAST(delay_sum_ns AS HUGEINT) * delay_sum_ns)
    / (CAST(packets_received AS HUGEINT) * packets_received) / 1e18 AS value
FROM tcp_totals
WHERE packets_received > 1
