-- page: 1
-- statement: Our question to section 1, which names links with many random losses and no rates: the improvement on the dumbbell grows with the packet error rate, from 1 to 5 % and from 5 to 10 %.
-- question: ours
--
-- A line through the logarithms of the ratios of each replication, in each of both ranges: does it rise?
WITH pairs AS (
    SELECT
        queueing, packet_error_percent, seed,
        100 * ln(
            max(value) FILTER (protocol = 'sack-pr') / max(value) FILTER (protocol = 'sack')
        ) AS ratio
    FROM (
        FROM tcpeval_quantities
        WHERE scenario_set = 'experiments' AND topology = 'dumbbell' AND quantity = 'forward_bps'
            AND protocol IN ('sack', 'sack-pr') AND value > 0
    )
    GROUP BY ALL
    HAVING count(DISTINCT protocol) = 2
), ranges (part, from_percent, to_percent) AS (
    VALUES ('1 to 5 %', 1, 5), ('5 to 10 %', 5, 10)
), slopes AS (
    SELECT queueing, part, seed, regr_slope(ratio, packet_error_percent) AS slope
    FROM pairs JOIN ranges ON packet_error_percent BETWEEN from_percent AND to_percent
    GROUP BY queueing, part, seed, from_percent, to_percent
    -- Replications with all the rates, and rates enough for a line.
    HAVING count(*) > 1 AND count(*) = (
        SELECT count(DISTINCT packet_error_percent) FROM pairs AS every
        WHERE every.queueing = pairs.queueing
            AND packet_error_percent BETWEEN from_percent AND to_percent
    )
), lines AS (
    SELECT
        queueing, part, n, mean, mean - quantile * deviation / sqrt(n) AS ci_low,
        mean + quantile * deviation / sqrt(n) AS ci_high
    FROM (
        SELECT
            queueing, part, count(*) AS n, avg(slope ORDER BY seed) AS mean,
            stddev_samp(slope ORDER BY seed) AS deviation
        FROM slopes GROUP BY queueing, part
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
            printf('%+.2f %%', mean) || ' (' || CASE queueing WHEN 'red' THEN 'RED' ELSE 'FIFO' END
                || ', ' || part || ')', ', ' ORDER BY queueing, part
        )
        || '; ' || order_words(count(*) FILTER (rises), count(*) FILTER (falls), count(*))
        AS evidence
FROM judged
