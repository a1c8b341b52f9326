-- page: 3.1
-- statement: Our question to section 3.1, where SACK PR is SACK but for what it takes for random loss: without any, both have the same throughput.
-- question: ours
SELECT
    verdict_of_order(
        count(*) FILTER (low > -same_percent() AND high < same_percent()),
        count(*) FILTER (low > same_percent() OR high < -same_percent()), count(*)
    ) AS verdict,
    'gains of ' || gains_words(min(gain), max(gain), ' %') || ' at 0 %, '
        || 'within ' || same_percent() || ' % by their intervals: '
        || alike_words(
            count(*) FILTER (low > -same_percent() AND high < same_percent()),
            count(*) FILTER (low > same_percent() OR high < -same_percent()), count(*)
        ) AS evidence
FROM sack_pr_gains('forward_bps', all_topologies(), all_queueing(), 0)
WHERE packet_error_percent = 0
