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
        of.name AS name,
        count(*) FILTER (scenario_set <> 'spacings' AND of.five > of.two + 0.001) AS places_longer,
        count(*) FILTER (scenario_set <> 'spacings') AS places,
        count(*) FILTER (scenario_set = 'spacings' AND of.five > of.two + 0.001) AS spacings_longer,
        count(*) FILTER (scenario_set = 'spacings') AS spacings
    FROM (
        SELECT
            two.scenario_set,
            unnest([
                { name: 'SACK', two: two.sack, five: five.sack },
                { name: 'Reno', two: two.reno, five: five.reno }
            ]) AS of
        FROM discarded('time_to_regrow_cwnd', '2') AS two
        JOIN discarded('time_to_regrow_cwnd', '5') AS five
            ON two.scenario_set = five.scenario_set
                AND two.first_packet IS NOT DISTINCT FROM five.first_packet
                AND two.spacing IS NOT DISTINCT FROM five.spacing
    )
    WHERE of.two IS NOT NULL AND of.five IS NOT NULL
    GROUP BY of.name
)
