-- page: 4.2
-- statement: Runs with and without SACK hardly differ.
SELECT
    verdict_of(count(*) FILTER (apart < 5), count(*)) AS verdict,
    'NewReno with receivers that acknowledge selectively and with plain ones: shares differ by more '
        || 'than 5 points at ' || count(*) FILTER (apart >= 5) || ' of ' || count(*)
        || ' delays, by ' || short(max(apart)) || ' points at most' AS evidence
FROM (
    SELECT abs(one.share_1 - other.share_1) AS apart
    FROM sync_shares AS one JOIN sync_shares AS other USING (delay_ms, queue_packets, scenario_set)
    WHERE scenario_set = 'defaults' AND one.level = 'ns-2.35' AND other.level = 'plain-receiver'
)
HAVING count(*) > 0
