-- page: 62
-- statement: Without loss the throughput of Vegas is 40 to 50 % higher than that of the other variants.
WITH of_all_flows AS (
    SELECT metric, application, flows, variant, sum(mean) AS value
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric IN ('goodput', 'mean_delay')
        AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
), gains AS (
    SELECT metric, 100 * (vegas.value / other.value - 1) AS percent, other.value AS other_value
    FROM of_all_flows AS other JOIN of_all_flows AS vegas USING (metric, application, flows)
    WHERE vegas.variant = 'vegas' AND other.variant <> 'vegas'
), ranges AS (
    SELECT
        metric,
        count(*) FILTER (percent BETWEEN 40 AND 50) AS as_said,
        count(*) AS cases,
        printf('%+.2g to %+.2g %%', min(percent), max(percent)) AS words,
        min(other_value) AS least, max(other_value) AS most
    FROM gains GROUP BY metric
)
SELECT
    verdict_of(goodput.as_said, goodput.cases) AS verdict,
    'the goodput of Vegas differs from that of the others by ' || goodput.words
        || printf(', which is %.0f to %.0f kb/s', goodput.least / 1000, goodput.most / 1000)
        || '; its mean delay differs by ' || delay.words AS evidence
FROM ranges AS goodput JOIN ranges AS delay
    ON goodput.metric = 'goodput' AND delay.metric = 'mean_delay'
