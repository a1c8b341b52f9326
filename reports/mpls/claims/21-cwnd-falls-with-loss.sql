-- page: 60
-- statement: The average congestion window and the throughput fall as the loss rate rises.
--
-- Cases are the steps from a rate to the next one, for each variant and of both metrics.
WITH found AS (
    SELECT *, 'window' AS quantity FROM with_loss('mean_cwnd_whole_buffers')
    UNION ALL
    SELECT *, 'rate' FROM with_loss('throughput_percent')
), cases AS (
    SELECT contrast(more, less, 1) AS apart
    FROM found AS less JOIN found AS more
        ON more.variant = less.variant AND more.quantity = less.quantity
            AND more.percent = less.percent + 1
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'steps of one percentage point: ' || order_words(said, against, cases) AS evidence
FROM counted
