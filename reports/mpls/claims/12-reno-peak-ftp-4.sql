-- page: 53
-- statement: With four FTP flows the delay of Reno peaks highest, at 1.8 s.
WITH peaks AS (
    SELECT variant, max(max_delay_s) AS peak_s
    FROM delay_series JOIN scenarios USING (study, scenario)
    WHERE study = 'mpls' AND scenario_set = 'variants' AND application = 'ftp' AND flows = 4
        AND forwarding = 'mpls-control-driven'
    GROUP BY variant
)
SELECT
    verdict_of(
        CAST(arg_max(variant, peak_s) = 'reno' AS INTEGER)
            + CAST(abs(max(peak_s) FILTER (variant = 'reno') - 1.8) < 0.05 AS INTEGER), 2
    ) AS verdict,
    'largest delays: ' || string_agg(
        variant_name(variant) || printf(' %.2f s', peak_s), ', ' ORDER BY peak_s DESC
    ) AS evidence
FROM peaks
