-- page: 6.2.4
-- statement: With RED and a queue of 20 a large rho hurts Hybla far less.
--
-- Cases are the delays beyond 65 ms at which it gets less than 10 % with a queue of 10 and no RED: there
-- it gets three times as much or more, and at least 10 %.
WITH cases AS (
    SELECT red.share_1 AS with_red, tail.share_1 AS without
    FROM sync_shares AS red JOIN sync_shares AS tail USING (delay_ms)
    WHERE red.scenario_set = 'red' AND red.queue_packets = 20
        AND tail.scenario_set = 'hybla' AND tail.level = 'current' AND tail.queue_packets = 10
        AND delay_ms > 65 AND tail.share_1 < 10
)
SELECT
    verdict_of(count(*) FILTER (with_red > 3 * without AND with_red >= 10), count(*)) AS verdict,
    'beyond 65 ms, where Hybla gets ' || span(min(without), max(without))
        || ' % with 10 packets and no RED, it gets ' || span(min(with_red), max(with_red))
        || ' % with RED and 20; far more at '
        || count(*) FILTER (with_red > 3 * without AND with_red >= 10) || ' of ' || count(*)
        || ' delays' AS evidence
FROM cases
HAVING count(*) > 0
