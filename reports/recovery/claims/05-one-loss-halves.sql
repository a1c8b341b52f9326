-- page: 14
-- statement: After one lost packet Reno and SACK halve their windows.
--
-- Half of what may be on its way: of the receiver's window, once the sender's is larger. Cases are the
-- places of the lost packet, for both variants.
WITH windows AS (
    SELECT
        variant, scenario_set, mean AS least,
        CAST(parameters -> 'tcp' ->> 'window_packets' AS INTEGER) AS receiver
    FROM points JOIN (SELECT study, scenario, parameters FROM scenarios) USING (study, scenario)
    WHERE study = 'recovery' AND scenario_set IN ('losses', 'places') AND lost = '1'
        AND variant IN ('reno', 'sack') AND metric = 'least_cwnd_after_loss'
        AND after_slow_start(first_packet, parameters)
)
SELECT
    verdict_of(count(*) FILTER (abs(least - receiver / 2) < 1), count(*)) AS verdict,
    'least window, middle of the file: ' || string_agg(
        variant_name(variant) || printf(' %.1f of %d packets', least, receiver), ', '
        ORDER BY variant
    ) FILTER (scenario_set = 'losses')
        || '; half of the receiver''s at ' || count(*) FILTER (abs(least - receiver / 2) < 1)
        || ' of ' || count(*) || ' places and variants' AS evidence
FROM windows
