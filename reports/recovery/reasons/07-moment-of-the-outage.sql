-- reason: unprinted parameter
-- parameter: the moment at which the link goes down
-- claims: 13-short-outages-order-of-responses; 14-short-outages-reno-to-one-segment
-- words: A link that is down for a few packets' time loses a burst as a whole or in part, by the moment: only where it is lost in part do the variants differ, and which part it is decides their order.
SELECT printf(
    'response times of the variants differ at %d of %d moments and durations, in the order of the text at %d',
    count(*) FILTER (greatest(sack, newreno, reno) - least(sack, newreno, reno) > 0.001), count(*),
    count(*) FILTER (sack < newreno - 0.001 AND newreno < reno - 0.001)
)
FROM disconnected('response_time')
WHERE outage_s < 1
