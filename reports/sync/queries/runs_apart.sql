-- How far the runs of the first sweep are apart at a delay, in words.
SELECT
    CASE WHEN max(replications) = 1 THEN 'here, where each delay was run once, that can''t be seen'
        ELSE printf(
            'of %d runs at a delay the shares differ by a point or more at %d of %d delays, the least of them %.4g ms, and by %.0f points at most',
            max(replications), count(*) FILTER (apart >= 1), count(*),
            min(delay_ms) FILTER (apart >= 1), max(apart)
        ) END
FROM (SELECT *, largest_share_1 - least_share_1 AS apart FROM sync_shares)
WHERE scenario_set = 'newreno' AND queue_packets = 10
