-- page: 62
-- statement: Without loss the throughput of Vegas is 40 to 50 % higher than that of the other variants.
WITH of_all_flows AS (
    SELECT metric, application, flows, variant, sum(mean) AS value
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric IN ('unique_throughput', 'mean_delay')
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
    verdict_of(rate.as_said, rate.cases) AS verdict,
    'the throughput of Vegas, copies aside, differs from that of the others by ' || rate.words
        || printf(', which is %.0f to %.0f kb/s', rate.least / 1000, rate.most / 1000)
        || '; its mean delay differs by ' || delay.words AS evidence
FROM ranges AS rate JOIN ranges AS delay
    ON rate.metric = 'unique_throughput' AND delay.metric = 'mean_delay'
