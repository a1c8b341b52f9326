-- reason: chance
-- claims: 65-tcp-pr-ignores-disorder
-- words: In all runs but one TCP PR is at its full rate under congestion, too. That one makes the interval wide enough to leave it open.
SELECT 'goodput of TCP PR under congestion by seed, of 75 Mb/s: ' || string_agg(
    seed || printf(': %.1f', value / 1e6), ', ' ORDER BY seed
)
FROM metrics JOIN scenarios USING (study, scenario)
WHERE scenario_set = 'own-congestion' AND variant = 'tcp-pr' AND metric = 'tcp_goodput'
    AND metrics.subject = 'flow1 congestion'
