-- reason: unprinted parameter
-- parameter: at which delays runs with and without SACK were compared
-- claims: 06-sack-makes-no-difference
-- words: At nearly all delays they do not differ. The report does not say at which it looked; where they differ the shares change by much from one millisecond to the next, so that a single other acknowledgement moves them.
SELECT 'delays at which they are 5 points or more apart with NewReno: ' || coalesce(string_agg(
    printf('%.0f ms (%.0f and %.0f %%)', delay_ms, selective, plain), ', ' ORDER BY delay_ms
) FILTER (abs(selective - plain) >= 5), 'none') || ', of ' || count(*)
FROM (
    SELECT one.delay_ms, one.share_1 AS selective, other.share_1 AS plain
    FROM sync_shares AS one JOIN sync_shares AS other USING (delay_ms, queue_packets, scenario_set)
    WHERE scenario_set = 'defaults' AND one.level = 'ns-2.35' AND other.level = 'plain-receiver'
)
