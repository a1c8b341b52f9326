-- reason: unprinted parameter
-- parameter: which packets are lost
-- claims: 11-five-take-longer-than-two
-- words: SACK sends everything that is missing again within one round trip, so that two and five packets that follow each other take it equally long. They take Reno equally long, too, since its timeout is the same. Five that lie far enough apart take longer.
SELECT 'five packets against two, from the loss to growth: ' || string_agg(
    variant || printf(' longer in %d of %d places and in %d of %d spacings',
        places_longer, places, spacings_longer, spacings), '; ' ORDER BY variant
)
FROM (
    SELECT
        variant,
        count(*) FILTER (scenario_set <> 'spacings' AND five > two + 0.001) AS places_longer,
        count(*) FILTER (scenario_set <> 'spacings') AS places,
        count(*) FILTER (scenario_set = 'spacings' AND five > two + 0.001) AS spacings_longer,
        count(*) FILTER (scenario_set = 'spacings') AS spacings
    FROM two_and_five('time_to_regrow_cwnd')
    WHERE variant IN ('SACK', 'Reno')
    GROUP BY variant
)
