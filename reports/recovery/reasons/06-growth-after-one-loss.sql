-- reason: other tool
-- claims: 04-one-loss-order-of-windows
-- words: ns' SACK lets its window grow again when the recovery ends, a round trip after Reno's and NewReno's; the order that the text reads off OPNET's curves is the other way at none of the places tried.
SELECT 'time until the window grows again, by place: ' || string_agg(
    coalesce(CAST(first_packet AS VARCHAR), 'middle') || printf(': SACK %.3f, NewReno %.3f s', sack, newreno),
    '; ' ORDER BY first_packet
)
FROM (
    SELECT
        first_packet,
        max(mean) FILTER (variant = 'sack') AS sack,
        max(mean) FILTER (variant = 'newreno') AS newreno
    FROM points
    WHERE metric = 'time_to_regrow_cwnd' AND subject = 'flow1' AND lost = '1'
        AND scenario_set IN ('losses', 'places')
    GROUP BY first_packet
)
