-- reason: unprinted parameter
-- parameter: the size of larger networks
-- claims: 32-less-of-it-in-larger-networks
-- words: The report runs no larger network, and names none. Two further flows are not enough: each flow still has room for five packets in the queue, the flows are as regular as before, and whoever comes late is shut out at more delays. With six further flows no flow is starved at any delay.
SELECT string_agg(
    2 + CAST(level AS INTEGER) || ' flows: less than 10 % at ' || starved || ' of ' || delays || ' delays, by the means',
    '; ' ORDER BY CAST(level AS INTEGER)
)
FROM (
    SELECT level, count(*) FILTER (least(share_1, 100 - share_1) < 10) AS starved, count(*) AS delays
    FROM sync_shares
    WHERE scenario_set = 'larger-network' AND queue_packets = 10
    GROUP BY level
)
