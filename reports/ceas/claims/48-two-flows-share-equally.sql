-- page: 4.6
-- statement: With CEAS two connections get nearly equal throughput.
--
-- Differences of flows in the same run: their mean is within 10 % of the flows' mean. Not so if its
-- interval lies beyond that.
WITH runs_of AS (
    SELECT variant, packet_bytes, seed,
        max(value) FILTER (subject = 'flow1') AS first, max(value) FILTER (subject = 'flow2') AS second
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'two-flows' AND metric = 'tcp_throughput'
    GROUP BY ALL
), cases AS (
    SELECT
        variant, packet_bytes,
        avg(first - second) AS apart, avg(first + second) / 2 AS middle,
        CASE WHEN count(*) >= fewest_runs()
            THEN any_value(quantile) * stddev_samp(first - second) / sqrt(count(*))
            ELSE 'infinity' END AS half
    FROM (SELECT *, count(*) OVER (PARTITION BY variant, packet_bytes) AS n FROM runs_of)
    LEFT JOIN student_t USING (n)
    GROUP BY ALL
), counted AS (
    SELECT
        count(*) FILTER (abs(apart) <= 0.1 * middle AND half <= 0.5 * middle) AS alike,
        count(*) FILTER (abs(apart) - half > 0.1 * middle) AS apart,
        count(*) AS cases,
        string_agg(
            variant_name(variant) || ', ' || packet_bytes
                || printf(' bytes: %.2f', apart / 1e6)
                || CASE WHEN isfinite(half) THEN printf(' ± %.2f', half / 1e6) ELSE '' END
                || printf(' of %.2f Mb/s', middle / 1e6),
            '; ' ORDER BY packet_bytes, variant
        ) AS words
    FROM cases
)
SELECT
    verdict_of_alike(alike, apart, cases) AS verdict,
    'first flow less second flow: ' || words || '; within 10 %: ' || alike_words(alike, apart, cases)
        AS evidence
FROM counted
