-- page: 4.2
-- statement: Runs with and without SACK hardly differ.
-- Read so: shares are less than 5 points apart. Cases are the delays, of NewReno and of Hybla.
WITH pairs AS (
    SELECT 'NewReno' AS sender, one.share_1 - other.share_1 AS apart
    FROM sync_shares AS one JOIN sync_shares AS other USING (delay_ms, queue_packets, scenario_set)
    WHERE scenario_set = 'defaults' AND one.level = 'ns-2.35' AND other.level = 'plain-receiver'
    UNION ALL
    SELECT 'Hybla with the ' || one.level || ' round trip time', one.share_1 - other.share_1
    FROM sync_shares AS one JOIN sync_shares AS other USING (delay_ms, queue_packets)
    WHERE one.scenario_set = 'hybla' AND other.scenario_set = 'hybla-defaults'
        AND other.level = one.level || '/plain-receiver'
), senders AS (
    SELECT
        sender, count(*) FILTER (abs(apart) < 5) AS alike, count(*) AS cases,
        max(abs(apart)) AS most
    FROM pairs GROUP BY sender
)
SELECT
    verdict_of(sum(alike), sum(cases)) AS verdict,
    'with receivers that acknowledge selectively and with plain ones shares are 5 points or more '
        || 'apart: ' || string_agg(
            printf(
                '%s at %d of %d delays, by %.4g points at most', sender, cases - alike, cases, most
            ), '; ' ORDER BY sender DESC
        ) AS evidence
FROM senders
HAVING count(*) > 0
