-- reason: unprinted parameter
-- parameter: what counts as a steady state
-- claims: 13-steady-within-100-s
-- words: The study does not say how it found the steady state. By our rule, Jain's index of what flows have received since the start, runs with many random losses take longer: by then a loss sets a flow back as often as the queue does.
SELECT 'runs that converge, by packet error rate: ' || string_agg(
    packet_error_percent || printf(' %% %.0f %%', part), ', ' ORDER BY packet_error_percent
)
FROM (
    SELECT packet_error_percent, 100 * sum(mean * n) / sum(n) AS part
    FROM tcpeval_means
    WHERE scenario_set = 'experiments' AND protocol IN ('sack', 'sack-pr')
        AND quantity = 'converged' AND topology IN ('dumbbell', 'parking-lot')
    GROUP BY packet_error_percent
)
