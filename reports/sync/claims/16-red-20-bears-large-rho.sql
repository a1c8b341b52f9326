-- page: 6.2.4
-- statement: With RED and a queue of 20 a large rho hurts Hybla far less.
--
-- Cases are the delays beyond 65 ms at which it gets less than 10 % with a queue of 10 and no RED:
-- there it gets three times as much or more, and at least 10 %, in each run.
WITH cases AS (
    SELECT
        red.least_share_1 AS least_with_red, red.largest_share_1 AS largest_with_red,
        tail.share_1 AS without,
        red.least_share_1 > 3 * tail.share_1 AND red.least_share_1 >= 10 AS far_more,
        least(red.replications, tail.replications) AS runs, red.replications AS red_runs
    FROM sync_shares AS red JOIN sync_shares AS tail USING (delay_ms)
    WHERE red.scenario_set = 'red' AND red.queue_packets = 20
        AND tail.scenario_set = 'hybla' AND tail.level = 'current' AND tail.queue_packets = 10
        AND delay_ms > 65 AND tail.share_1 < 10
)
SELECT
    CASE WHEN min(runs) < fewest_runs() THEN 'undecided'
        ELSE verdict_of(count(*) FILTER (far_more), count(*)) END AS verdict,
    'beyond 65 ms, where Hybla gets ' || span(min(without), max(without))
        || ' % with 10 packets and no RED, it gets '
        || span(min(least_with_red), max(largest_with_red)) || ' % in '
        || number_of(sum(red_runs), 'run') || ' with RED and 20; three times as much or more, and 10 % or more, at '
        || count(*) FILTER (far_more) || ' of ' || count(*) || ' delays' AS evidence
FROM cases
HAVING count(*) > 0
