-- reason: unprinted parameter
-- parameter: the rule by which SACK PR tells random losses, its response to one, and what Figure 8 is in per cent of
-- claims: 02-improvement-up-to-40-percent
-- words: Rule and response are in papers that the study cites and does not print. Ours keeps the whole window after a random loss; with 4/5 of it, as in the source of the rule, the improvement is half as large, and at most rates still beyond the axis in per cent of SACK's throughput. In per cent of the link's 10 Mb/s all of them are on the axis. Another rule gains as much.
SELECT 'improvement of forward throughput on the dumbbell with FIFO queues, in per cent of SACK''s and of the link: '
    || string_agg(place || printf(' %+.0f to %+.0f %% and %+.1f to %+.1f %%', least, most, least_of_link, most_of_link), ', ' ORDER BY place)
FROM (
    SELECT
        CASE protocol WHEN 'sack-pr' THEN 'by packets in queues'
            WHEN 'sack-pr-cut' THEN 'by packets in queues with 4/5 of the window'
            WHEN 'sack-pr-spike' THEN 'by spikes of the delay' ELSE protocol END AS place,
        min(gain) AS least, max(gain) AS most, min(difference) / 1e5 AS least_of_link,
        max(difference) / 1e5 AS most_of_link
    FROM tcpeval_gains
    WHERE quantity = 'forward_bps' AND scenario_set IN ('experiments', 'rules')
        AND topology = 'dumbbell' AND queueing = 'drop-tail' AND packet_error_percent >= 1
    GROUP BY protocol
)
