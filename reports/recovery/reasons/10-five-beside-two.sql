-- reason: unprinted parameter
-- parameter: which packets are lost
-- claims: 11-five-take-longer-than-two
-- words: SACK sends everything that is missing again within one round trip, so that two and five packets that follow each other take it equally long. They take Reno equally long, too, since its timeout is the same. Five that lie far enough apart take longer.
SELECT 'five packets against two, from the loss to growth: ' || string_agg(
    name || printf(' longer in %d of %d places and in %d of %d spacings',
        places_longer, places, spacings_longer, spacings), '; ' ORDER BY name
)
FROM (
    SELECT
        name,
        count(*) FILTER (scenario_set = 'places' AND five > two + 0.001) AS places_longer,
        count(*) FILTER (scenario_set = 'places') AS places,
        count(*) FILTER (scenario_set = 'spacings' AND five > two + 0.001) AS spacings_longer,
        count(*) FILTER (scenario_set = 'spacings') AS spacings
    FROM (
        SELECT
            scenario_set,
            CASE variant WHEN 'sack' THEN 'SACK' ELSE 'Reno' END AS name,
            max(mean) FILTER (lost = '2') AS two,
            max(mean) FILTER (lost = '5') AS five
        FROM points
        WHERE scenario_set IN ('places', 'spacings') AND metric = 'time_to_regrow_cwnd'
            AND subject = 'flow1' AND variant IN ('sack', 'reno') AND lost IN ('2', '5')
        GROUP BY scenario_set, first_packet, spacing, variant
    )
    WHERE two IS NOT NULL AND five IS NOT NULL
    GROUP BY name
)
