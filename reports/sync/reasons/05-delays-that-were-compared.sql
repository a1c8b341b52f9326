-- reason: unprinted parameter
-- parameter: which ends used SACK, and at which delays runs with and without it were compared
-- claims: 06-sack-makes-no-difference
-- words: At nearly all delays they do not differ where receivers alone use SACK, as in the report's script; with senders that use it shares do differ. The report does not say at which it looked. Where they do differ, Hybla's share changes by much from one millisecond to the next, with either kind of receiver.
SELECT string_agg(words, '; ' ORDER BY name)
FROM (
    SELECT
        name,
        name || ': 5 points or more apart at ' || count(*) FILTER (apart >= 5) || ' of ' || count(*)
            || ' delays' || coalesce(': ' || string_agg(
                printf('%.0f ms (%.0f and %.0f %%)', delay_ms, selective, plain), ', '
                ORDER BY apart DESC, delay_ms
            ) FILTER (apart >= 5 AND place <= 5), '') AS words
    FROM (
        SELECT
            *, abs(selective - plain) AS apart,
            row_number() OVER (PARTITION BY name ORDER BY abs(selective - plain) DESC, delay_ms) AS place
        FROM (
            SELECT 'NewReno' AS name, one.delay_ms, one.share_1 AS selective, other.share_1 AS plain
            FROM sync_shares AS one
            JOIN sync_shares AS other USING (delay_ms, queue_packets, scenario_set)
            WHERE scenario_set = 'defaults' AND one.level = 'ns-2.27'
                AND other.level = 'plain-receiver'
            UNION ALL
            SELECT
                'Hybla, ' || one.level || ' round trip time', one.delay_ms, one.share_1, other.share_1
            FROM sync_shares AS one JOIN sync_shares AS other
                ON other.delay_ms = one.delay_ms AND other.queue_packets = one.queue_packets
                    AND other.level = one.level || '/plain-receiver'
            WHERE one.scenario_set = 'hybla' AND other.scenario_set = 'hybla-defaults'
        )
    )
    GROUP BY name
)
