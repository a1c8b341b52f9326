-- page: 62
-- statement: Without loss the throughput of Vegas is 40 to 50 % higher than that of the other variants.
WITH goodputs AS (
    SELECT application, flows, variant, sum(mean) AS goodput_bps
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'goodput'
        AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
), gains AS (
    SELECT 100 * (vegas.goodput_bps / other.goodput_bps - 1) AS percent
    FROM goodputs AS other JOIN goodputs AS vegas USING (application, flows)
    WHERE vegas.variant = 'vegas' AND other.variant <> 'vegas'
)
SELECT
    verdict_of(count(*) FILTER (percent BETWEEN 40 AND 50), count(*)) AS verdict,
    'the goodput of Vegas is ' || printf('%+.2g', min(percent)) || ' to '
        || printf('%+.2g', max(percent)) || ' % above that of the others: the link is full '
        || 'whatever the variant; 40 to 60 % is what the delays differ by' AS evidence
FROM gains
