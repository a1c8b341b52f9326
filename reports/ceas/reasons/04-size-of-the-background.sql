-- reason: unprinted parameter
-- parameter: the size of the background's packets
-- cells: Section 4.4 | * | *
-- claims: 36-large-packets-lift-ceas; 37-large-packets-leave-baselines; 38-large-packets-divert; 33-sack-above-reno-in-congestion
-- words: Section 4.4 gives no size, and calls 9000 bytes an increase of the packet size. Background that stays at 1500 bytes beside TCP of 9000 leaves the link-state routing much more than background that grows with it.
SELECT 'goodput with packets of 1500 and 9000 bytes beside background of 1500: ' || string_agg(
    routing_name(routing) || ', ' || variant_name(variant) || printf(' %.2f and %.2f Mb/s', small / 1e6, large / 1e6), '; '
    ORDER BY routing, variant
)
FROM (
    SELECT
        routing, variant,
        max(mean) FILTER (packet_bytes = 1500) AS small,
        max(mean) FILTER (packet_bytes = 9000) AS large
    FROM points
    WHERE scenario_set = 'congestion-baseline' AND metric = 'tcp_goodput'
        AND subject = 'flow1 congestion'
    GROUP BY ALL
)
