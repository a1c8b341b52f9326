-- reason: other tool
-- claims: 04-one-loss-order-of-windows; 08-two-losses-order-of-windows
-- words: When SACK's window grows again is a matter of the implementation: ns' one-way SACK waits for the end of the recovery. After one loss after slow start that is a round trip after Reno and NewReno, and after two it is as late as NewReno or later. ns' own two-way TCP lets it grow a round trip sooner: with the others after one loss, and before them after two. OPNET's order after one loss is another one.
SELECT 'time from the loss until the window grows again: ' || string_agg(
    what || printf(' SACK %.3f, Reno %.3f, NewReno %.3f s', sack, reno, newreno), '; ' ORDER BY what
)
FROM (
    SELECT
        lost || ' lost, ' || IF(choice IS NULL, 'one-way TCP', 'two-way TCP') AS what,
        max(mean) FILTER (variant = 'sack') AS sack,
        max(mean) FILTER (variant = 'reno') AS reno,
        max(mean) FILTER (variant = 'newreno') AS newreno
    FROM points
    WHERE metric = 'time_to_regrow_cwnd' AND subject = 'flow1' AND lost IN ('1', '2')
        AND (scenario_set = 'losses' OR scenario_set = 'alternatives' AND choice = 'two-way-tcp')
    GROUP BY lost, choice
)
