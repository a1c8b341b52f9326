-- What the claims of this study look at.

CREATE OR REPLACE TEMP TABLE ceas_points AS
SELECT
    scenario, scenario_set, metric, subject, ant_rate, variant, routing, choice, n, mean, is_exact,
    runs,
    previous_hop_memory AS memory,
    packet_bytes AS bytes,
    low_end(n, ci_low, mean, is_exact) AS low,
    high_end(n, ci_high, mean, is_exact) AS high
FROM points JOIN values_by_seed USING (study, scenario, metric, subject)
WHERE study = 'ceas';
