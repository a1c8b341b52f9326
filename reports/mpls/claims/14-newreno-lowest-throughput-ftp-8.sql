-- page: 56
-- statement: With eight FTP flows New Reno has the lowest percentage throughput.
SELECT
    CASE WHEN arg_min(variant, mean) = 'newreno' THEN 'confirmed' ELSE 'refuted' END AS verdict,
    string_agg(variant_name(variant) || printf(' %.1f %%', mean), ', ' ORDER BY mean) AS evidence
FROM points
WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'throughput_percent'
    AND application = 'ftp' AND flows = 8 AND forwarding = 'mpls-control-driven'
