-- reason: unprinted parameter
-- parameter: which values have to be precise to 5 %
-- claims: 11-ten-runs-on-the-dumbbell; 12-twenty-runs-on-the-parking-lot
-- words: The study does not say which values are as precise with so many runs. At some packet error rates they are, and forward throughput and the fairness index need different numbers of runs.
SELECT 'largest deviation of runs, in % of the mean: ' || string_agg(
    place || printf(' %.0f', largest), ', ' ORDER BY place
)
FROM (
    SELECT topology || ' ' || quantity AS place, max(100 * deviation / mean) AS largest
    FROM tcpeval_means
    WHERE scenario_set = 'experiments' AND protocol IN ('sack', 'sack-pr') AND mean > 0
        AND quantity IN ('forward_bps', 'forward_fairness')
        AND topology IN ('dumbbell', 'parking-lot')
    GROUP BY ALL
)
WHERE largest IS NOT NULL
