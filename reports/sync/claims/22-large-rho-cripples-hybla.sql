-- page: 6.2.1
-- statement: It is the large rho that cripples Hybla at a certain point.
--
-- Cases are the delays beyond 65 ms at which Hybla gets less than 10 % in each run. It is rho if
-- NewReno, which has none, gets 10 % or more in each run in Hybla's place, and something else if it
-- gets less in each.
WITH cases AS (
    SELECT
        hybla.share_1 AS hybla, plain.share_1 AS newreno,
        least(hybla.replications, plain.replications) >= fewest_runs() AS enough,
        enough AND plain.least_share_1 >= 10 AS said,
        enough AND plain.largest_share_1 < 10 AS against
    FROM sync_shares AS hybla JOIN sync_shares AS plain USING (delay_ms, queue_packets)
    WHERE hybla.scenario_set = 'hybla' AND hybla.level = 'current'
        AND plain.scenario_set = 'newreno-fast'
        AND queue_packets = 10 AND delay_ms > 65 AND hybla.largest_share_1 < 10
)
SELECT
    verdict_of_order(count(*) FILTER (said), count(*) FILTER (against), count(*)) AS verdict,
    'beyond 65 ms, where Hybla gets ' || span(min(hybla), max(hybla))
        || ' %, NewReno in its place gets ' || span(min(newreno), max(newreno))
        || ' %, at half of these delays less than ' || short(median(newreno))
        || ' %; 10 % or more: ' || order_words(
            count(*) FILTER (said), count(*) FILTER (against), count(*)
        ) AS evidence
FROM cases
HAVING count(*) > 0
