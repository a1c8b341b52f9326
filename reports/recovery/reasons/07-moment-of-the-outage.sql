-- reason: unprinted parameter
-- parameter: the moments at which the link goes down
-- claims: 13-short-outages-order-of-responses; 14-short-outages-reno-to-one-segment; 16-duration-matters; 22-short-outages-like-lost-packets
-- words: A link that is down for a few packets' time loses a burst as a whole or in part, by the moment: only where it is lost in part do the variants differ, and which part it is decides by how much.
SELECT printf(
    'of %d moments, Reno falls to one segment and SACK does not at %d; response times are in the order of the text at %d',
    count(*), count(*) FILTER (offset_s IN (FROM partly_lost())),
    count(*) FILTER (sack < newreno - 0.001 AND newreno < reno - 0.001)
)
FROM disconnected('disconnections', 'response_time')
