-- reason: unknown after these attempts
-- cells: Table 4.5 (b) | TCP Tahoe | Percentage Throughput; Table 4.10 (b) | TCP New Reno | Percentage Throughput; Table 4.10 (b) | TCP Reno | Percentage Throughput
-- words: The delays of the same runs agree to the last digit. Tried: received over sent packets, cut off (the rule that fits all other percentages), rounded, and rounded up; none gives any of these three.
SELECT
    'received of sent packets: ' || string_agg(
        subject || printf(' %.0f of %.0f (%.3f %%)', received, sent, 100 * received / sent), ', '
        ORDER BY subject
    )
FROM (
    SELECT
        scenario AS subject,
        sum(mean) FILTER (metric = 'packets_received') AS received,
        sum(mean) FILTER (metric = 'packets_sent') AS sent
    FROM estimates
    WHERE scenario IN (
        'variants/tahoe/cbr/8/mpls-control-driven', 'variants/newreno/ftp/8/mpls-control-driven',
        'variants/reno/ftp/8/mpls-control-driven'
    )
    GROUP BY scenario
)
