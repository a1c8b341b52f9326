-- page: 4.6
-- statement: With CEAS two connections get nearly equal throughput.
--
-- Differences of flows in the same run: their mean, with its interval, is within a tenth of the flows'
-- mean.
WITH runs_of AS (
    SELECT variant, packet_bytes, seed,
        max(value) FILTER (subject = 'flow1') AS first, max(value) FILTER (subject = 'flow2') AS second
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'two-flows' AND metric = 'tcp_throughput'
    GROUP BY ALL
), cases AS (
    SELECT
        variant, packet_bytes,
        interval_of(list(first - second ORDER BY seed), false) AS apart,
        avg(first + second) / 2 AS middle
    FROM runs_of
    GROUP BY variant, packet_bytes
), counted AS (
    SELECT
        count(*) FILTER (lies_within(cases.apart, alike_percent() / 100 * middle)) AS alike,
        count(*) FILTER (lies_beyond(cases.apart, alike_percent() / 100 * middle)) AS apart,
        count(*) AS cases,
        string_agg(
            variant_name(variant) || ', ' || packet_bytes
                || printf(' bytes: %.2f', cases.apart.mean / 1e6)
                || CASE WHEN isfinite(cases.apart.high)
                    THEN printf(' (%.2f to %.2f)', cases.apart.low / 1e6, cases.apart.high / 1e6)
                    ELSE '' END
                || printf(' of %.2f Mb/s', middle / 1e6),
            '; ' ORDER BY packet_bytes, variant
        ) AS words
    FROM cases
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    'first flow less second flow: ' || words || '; within ' || readable(alike_percent()) || ' %: ' || alike_words(alike, apart, cases)
        AS evidence
FROM counted
