-- Goodput of CEAS less that of the better one of LSRP and DVR, where other networks were run. The interval
-- of a difference is made of those of both means (MOVER: G. Zou and A. Donner, Statistics in Medicine 27,
-- 2008). More is more than both of them, less is less than one.
WITH chosen AS (
    SELECT
        coalesce(network, 'ceas-12') AS network,
        ends_with(scenario_set, 'baseline') AS baseline,
        event, variant, background_kbps, mean / 1e3 AS mean, ci_low / 1e3 AS low,
        ci_high / 1e3 AS high, n
    FROM points
    WHERE study = $study AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
        AND scenario_set IN ('twelve', 'twelve-baseline', 'networks', 'networks-baseline')
        AND NOT coalesce(previous_hop_memory, false)
), apart AS (
    SELECT
        network, event, variant, background_kbps, one.mean AS goodput, other.mean AS other,
        one.mean - other.mean AS value,
        value - sqrt(pow(one.mean - one.low, 2) + pow(other.high - other.mean, 2)) AS low,
        value + sqrt(pow(one.high - one.mean, 2) + pow(other.mean - other.low, 2)) AS high,
        least(one.n, other.n) AS n
    FROM chosen AS one JOIN chosen AS other USING (network, event, variant, background_kbps)
    WHERE other.baseline AND NOT one.baseline
), judged AS (
    SELECT
        network, event, variant, background_kbps,
        unnest(arg_max({
            goodput: goodput, other: other, value: value, low: low, high: high, n: n
        }, other)),
        -- Beside what the last bit of a mean may be.
        CASE WHEN bool_and(coalesce(low > 1e-6, false)) THEN 'more'
            WHEN bool_or(coalesce(high < -1e-6, false)) THEN 'less' ELSE 'not clear' END AS verdict
    FROM apart GROUP BY network, event, variant, background_kbps
)
SELECT
    * REPLACE (list_position(['ceas-12', 'ceas-12-fans', 'ceas-12-sparse'], network) AS network)
FROM judged
WHERE (event, variant, background_kbps) IN (
    SELECT (event, variant, background_kbps) FROM judged WHERE network <> 'ceas-12'
)
ORDER BY list_position(['steady', 'failures', 'transient'], event), variant, background_kbps,
    network
