-- page: 2.2, 5.1
-- statement: Our question to a main metric of which no result is printed: by Jain's index SACK PR is not behind SACK.
-- question: ours
SELECT
    verdict_of_order(
        count(*) FILTER (apart_low > -same_index()), count(*) FILTER (apart_high < -same_index()),
        count(*)
    ) AS verdict,
    'the forward flows'' index changes by ' || gains_words(min(difference), max(difference), '')
        || '; not lower by ' || same_index() || ': '
        || order_words(
            count(*) FILTER (apart_low > -same_index()),
            count(*) FILTER (apart_high < -same_index()), count(*)
        ) AS evidence
FROM sack_pr_gains('forward_fairness', all_topologies(), all_queueing(), 1)
