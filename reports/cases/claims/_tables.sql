-- What the claims of this study look at.

CREATE OR REPLACE TEMP VIEW cases_scenarios AS
SELECT
    scenario, scenario_set, event, variant, parameters,
    CASE scenario_set WHEN 'twelve' THEN 'twelve nodes' WHEN 'uninett' THEN 'UNINETT'
        WHEN 'small-uninett' THEN 'UNINETT made smaller' ELSE scenario_set END AS network_words,
    routing_name(routing) AS system,
    coalesce(previous_hop_memory, false) AS memory,
    background_kbps AS level,
    packet_bytes AS bytes
FROM scenarios
WHERE study = 'cases';

CREATE OR REPLACE TEMP TABLE cases_points AS
SELECT
    cases_scenarios.*, metric, subject, n, mean, is_exact, runs,
    low_end(n, ci_low, mean, is_exact) AS low,
    high_end(n, ci_high, mean, is_exact) AS high
FROM (
    SELECT scenario, metric, subject, n, mean, is_exact, ci_low, ci_high, runs
    FROM estimates JOIN values_by_seed USING (study, scenario, metric, subject)
    WHERE study = 'cases'
    UNION ALL BY NAME
    FROM cases_measures
)
JOIN cases_scenarios USING (scenario);

CREATE OR REPLACE TEMP VIEW memory_gains AS
SELECT
    scenario_set, event, variant, background_kbps AS level, packet_bytes AS bytes, subject, mean,
    without_bps,
    low_end(n, ci_low, mean, false) AS low,
    high_end(n, ci_high, mean, false) AS high
FROM cases_memory_gains;

-- The printed network, where it was run; else the same one with lower capacities and rates.
CREATE OR REPLACE TEMP VIEW uninett_sets AS
SELECT scenario_set || suffix AS scenario_set
FROM (
    SELECT max(scenario_set) AS scenario_set FROM cases_scenarios
    WHERE scenario_set IN ('uninett', 'small-uninett')
)
CROSS JOIN (SELECT unnest(['', '-baseline']) AS suffix);

-- How often data came back to a node while links fail: at once (a micro-loop), or by three links or
-- more (a cycle). Of UNINETT's connections, the two whose path fails.
CREATE OR REPLACE TEMP VIEW loops_in_failures AS
SELECT
    concat_ws(
        ', ', network_words, nullif(variant_name(variant), ''), level || ' kb/s',
        bytes || ' bytes', replace(split_part(subject, ' ', 1), '-', ' to ')
    ) AS place,
    network_words,
    memory,
    any_value(mean) FILTER (metric = 'ceas_micro_loops') AS micro_loops,
    any_value({ n: n, mean: mean, low: low, high: high, is_exact: is_exact, runs: runs })
        FILTER (metric = 'ceas_repeated_returns') AS again,
    any_value(mean) FILTER (metric = 'ceas_drops' AND ends_with(subject, ' ttl')) AS lost,
    sum(mean) FILTER (metric = 'ceas_loops' AND NOT ends_with(subject, ' 2')) AS cycles,
    max(cardinality(runs)) AS replications
FROM cases_points
WHERE system = 'CEAS' AND metric IN (
        'ceas_micro_loops', 'ceas_repeated_returns', 'ceas_drops', 'ceas_loops'
    ) AND (
    scenario_set = 'twelve' AND event = 'failures' AND starts_with(subject, '0-10 failure')
    OR scenario_set IN (FROM uninett_sets)
        AND (starts_with(subject, '4-51 transient') OR starts_with(subject, '41-51 transient'))
)
GROUP BY ALL;
