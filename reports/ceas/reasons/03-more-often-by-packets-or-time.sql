-- reason: unprinted parameter
-- parameter: the size of the background's packets
-- claims: 29-congested-path-used-more; 72-preferred-path-changes-in-congestion
-- words: Beside packets of 1500 bytes both the data and the time are on the free path, which ants prefer throughout. With smaller ones a full queue delays ants less: beside 512 bytes Reno stays on the congested path altogether, and then not both are used. No size that was run gives more use of the congested path and four times the throughput of LSRP at once.
SELECT 'share of the data on the longer path, probability of the shorter one, and goodput over LSRP''s, in the first 100 s: '
    || string_agg(
        printf('%s, background of %d bytes: %.0f %%, %.2f, %.1f times', variant_name(variant), bytes, share, probability,
            bps / base_bps), '; ' ORDER BY variant, bytes
    )
FROM (
    SELECT
        variant,
        CAST(coalesce(nullif(regexp_extract(choice, '\d+'), ''), '1500') AS INTEGER) AS bytes,
        max(mean) FILTER (metric = 'ceas_long_path_share') AS share,
        max(mean) FILTER (metric = 'ceas_mean_probability') AS probability,
        max(mean) FILTER (metric = 'tcp_goodput' AND routing IS NULL) AS bps,
        max(mean) FILTER (metric = 'tcp_goodput' AND routing IS NOT NULL) AS base_bps
    FROM points
    WHERE scenario_set IN ('choices-load', 'choices-load-baseline') AND packet_bytes = 1500
        AND (choice = 'as-chosen' OR starts_with(choice, 'load-of'))
        AND (metric, subject) IN (
            ('ceas_long_path_share', '0-8 congestion'), ('ceas_mean_probability', '0-8 congestion'),
            ('tcp_goodput', 'flow1 congestion')
        )
    GROUP BY variant, bytes
)
WHERE share IS NOT NULL AND probability IS NOT NULL AND base_bps > 0
