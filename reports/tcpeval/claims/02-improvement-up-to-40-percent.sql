-- page: Figure 8
-- statement: On the dumbbell with FIFO queues the improvement of throughput lies on the figure's axis, from 0 to 40 %.
--
-- The picture is not in our copy; 40 is the highest number of its axis that is.
SELECT
    verdict_of_order(
        count(*) FILTER (low > 0 AND high < 40), count(*) FILTER (high < 0 OR low > 40), count(*)
    ) AS verdict,
    'gains of ' || gains_words(min(gain), max(gain), ' %') || '; '
        || order_words(
            count(*) FILTER (low > 0 AND high < 40), count(*) FILTER (high < 0 OR low > 40),
            count(*)
        ) AS evidence
FROM sack_pr_gains('forward_bps', ['dumbbell'], ['drop-tail'], 1)
