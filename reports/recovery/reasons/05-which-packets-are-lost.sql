-- reason: unprinted parameter
-- parameter: which packets are lost
-- claims: 03-one-loss-response-alike; 06-two-losses-order-of-responses; 07-two-losses-reno-to-one-segment; 09-five-losses-order-of-responses; 10-five-losses-order-of-windows
-- words: So with most choices of the lost packets, the text's among them perhaps; not with each. Where in the file they lie, and how far apart, is not printed.
SELECT 'SACK at or ahead of Reno and NewReno: ' || string_agg(
    lost || printf(' lost, %d of %d choices', ahead, choices), '; ' ORDER BY lost
)
FROM (
    SELECT lost, count(*) FILTER (sack <= least(reno, newreno) + 0.001) AS ahead, count(*) AS choices
    FROM (
        SELECT
            lost, first_packet, spacing,
            max(mean) FILTER (variant = 'sack') AS sack,
            max(mean) FILTER (variant = 'reno') AS reno,
            max(mean) FILTER (variant = 'newreno') AS newreno
        FROM points
        WHERE metric = 'response_time' AND subject = 'flow1' AND lost IN ('1', '2', '5')
            AND scenario_set IN ('losses', 'places', 'spacings')
        GROUP BY ALL
    )
    GROUP BY lost
)
