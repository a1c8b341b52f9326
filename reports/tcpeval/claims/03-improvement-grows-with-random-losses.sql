-- page: 1
-- statement: It is networks with many random losses that SACK PR improves: the improvement on the dumbbell grows with the packet error rate.
--
-- A line through the logarithms of the ratios of each replication, from 1 % on: does it rise?
WITH pairs AS (
    SELECT
        queueing, packet_error_percent, seed,
        100 * ln(
            max(value) FILTER (protocol = 'sack-pr') / max(value) FILTER (protocol = 'sack')
        ) AS ratio
    FROM (
        FROM tcpeval_quantities
        WHERE scenario_set = 'experiments' AND topology = 'dumbbell' AND quantity = 'forward_bps'
            AND protocol IN ('sack', 'sack-pr') AND packet_error_percent >= 1 AND value > 0
    )
    GROUP BY ALL
    HAVING count(DISTINCT protocol) = 2
), slopes AS (
    SELECT queueing, seed, regr_slope(ratio, packet_error_percent) AS slope
    FROM pairs
    GROUP BY queueing, seed
    -- Replications with all the rates, and rates enough for a line.
    HAVING count(*) > 1 AND count(*) = (
        SELECT count(DISTINCT packet_error_percent) FROM pairs AS every
        WHERE every.queueing = pairs.queueing
    )
), lines AS (
    SELECT
        queueing, n, mean, mean - quantile * deviation / sqrt(n) AS ci_low,
        mean + quantile * deviation / sqrt(n) AS ci_high
    FROM (
        SELECT
            queueing, count(*) AS n, avg(slope ORDER BY seed) AS mean,
            stddev_samp(slope ORDER BY seed) AS deviation
        FROM slopes GROUP BY queueing
    ) LEFT JOIN student_t USING (n)
), judged AS (
    SELECT
        *, low_end(n, ci_low, mean, false) > 0 AS rises, high_end(n, ci_high, mean, false) < 0 AS falls
    FROM lines
)
SELECT
    verdict_of_order(count(*) FILTER (rises), count(*) FILTER (falls), count(*)) AS verdict,
    'per 1 % of packet error rate the ratio of throughputs changes by '
        || string_agg(
            printf('%+.2f %% (%s)', mean, CASE queueing WHEN 'red' THEN 'RED' ELSE 'FIFO' END), ', '
            ORDER BY queueing
        )
        || '; ' || order_words(count(*) FILTER (rises), count(*) FILTER (falls), count(*))
        AS evidence
FROM judged
