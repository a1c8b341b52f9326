-- reason: unprinted parameter
-- parameter: the moment at which the link goes down
-- claims: 13-short-outages-order-of-responses; 14-short-outages-reno-to-one-segment; 16-duration-matters
-- words: A link that is down for a few packets' time loses a burst as a whole or in part, by the moment: only where it is lost in part do the variants differ, and then as the text says.
SELECT printf('response times of the variants differ at %d of %d moments and durations', apart, cases)
FROM (
    SELECT count(*) FILTER (largest - least > 0.001) AS apart, count(*) AS cases
    FROM (
        SELECT outage_s, offset_s, min(mean) AS least, max(mean) AS largest
        FROM points
        WHERE scenario_set = 'outages' AND metric = 'response_time' AND outage_s < 1
        GROUP BY ALL
    )
)
