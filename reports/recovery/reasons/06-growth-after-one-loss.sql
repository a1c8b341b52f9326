-- reason: other tool
-- claims: 04-one-loss-order-of-windows
-- words: When SACK's window grows again is a matter of the implementation: ns' one-way SACK waits for the end of the recovery, a round trip after Reno and NewReno, at every place of the loss; ns' own two-way TCP lets it grow at the same moment as the others. OPNET's order is another one.
SELECT 'time from one loss until the window grows again: ' || string_agg(
    what || printf(' SACK %.3f, Reno %.3f, NewReno %.3f s', sack, reno, newreno), '; ' ORDER BY what
)
FROM (
    SELECT
        IF(choice IS NULL, 'one-way TCP', 'two-way TCP') AS what,
        max(mean) FILTER (variant = 'sack') AS sack,
        max(mean) FILTER (variant = 'reno') AS reno,
        max(mean) FILTER (variant = 'newreno') AS newreno
    FROM points
    WHERE metric = 'time_to_regrow_cwnd' AND subject = 'flow1' AND lost = '1'
        AND (scenario_set = 'losses' OR scenario_set = 'alternatives' AND choice = 'two-way-tcp')
    GROUP BY choice
)
