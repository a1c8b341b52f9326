-- page: 3.2.3
-- statement: On dumbbell and parking lot 100 s suffice for a steady state: what runs of 100 s measure is within 5 % of what the next 100 s give.
--
-- Goodput of the forward flows from 20 to 100 s beside that of the same runs from 100 to 200 s (the set
-- long-runs), by pairs of replications.
WITH measured AS (
    FROM points JOIN values_by_seed USING (study, scenario, metric, subject)
    WHERE study = 'tcpeval' AND metric = 'class_goodput' AND subject = 'forward'
        AND scenario_set IN ('experiments', 'long-runs') AND protocol IN ('sack', 'sack-pr')
        AND topology IN ('dumbbell', 'parking-lot')
), judged AS (
    SELECT
        100 * (early.mean / late.mean - 1) AS percent,
        are_alike(early, late, same_percent()) AS alike,
        are_apart(early, late, same_percent()) AS other
    FROM measured AS early
    JOIN measured AS late USING (topology, queueing, protocol, packet_error_percent)
    WHERE early.scenario_set = 'experiments' AND late.scenario_set = 'long-runs' AND late.mean > 0
)
SELECT
    verdict_of_order(count(*) FILTER (alike), count(*) FILTER (other), count(*)) AS verdict,
    'throughput from 20 to 100 s beside that from 100 to 200 s: '
        || gains_words(min(percent), max(percent), ' %') || '; within ' || same_percent()
        || ' % by their intervals: '
        || alike_words(count(*) FILTER (alike), count(*) FILTER (other), count(*)) AS evidence
FROM judged
