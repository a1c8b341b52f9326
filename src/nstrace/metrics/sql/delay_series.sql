-- title: Delay since the first sending, by packet
-- subject: delay
-- table: delay_series
-- unit: s
-- definition: Mean and largest delay of TCP's data packets that arrive, as in mean_delay, by 20 sequence numbers.
-- source: M. Kazmi's thesis (study mpls), Figures 4.3 and 4.8
-- needs: tcp_transits
SELECT
    run_id,
    subject,
    sequence // 20 * 20 AS packet,
    sum(delay_ns) / count(*) / 1e9 AS mean_delay_s,
    max(delay_ns) / 1e9 AS max_delay_s
FROM tcp_transits
WHERE arrived_ns IS NOT NULL
GROUP BY run_id, subject, sequence // 20
