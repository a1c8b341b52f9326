-- page: 5.1
-- statement: Our question to a metric of which no result is printed: the improvement is not at the cost of the cross traffic on the parking lot.
-- question: ours
SELECT
    verdict_of_order(
        count(*) FILTER (low > -same_percent()), count(*) FILTER (high < -same_percent()), count(*)
    ) AS verdict,
    'throughput of the cross traffic changes by ' || gains_words(min(gain), max(gain), ' %')
        || '; kept within ' || same_percent() || ' %: '
        || order_words(
            count(*) FILTER (low > -same_percent()), count(*) FILTER (high < -same_percent()),
            count(*)
        ) AS evidence
FROM sack_pr_gains('cross_bps', ['parking-lot'], all_queueing(), 1)
